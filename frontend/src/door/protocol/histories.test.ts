/** Histories of two phones: whatever happens to them, everything that a volunteer saw reaches the server. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { Disk, hasty } from "~/testing/door/disk"
import { Phone } from "~/testing/door/phone"
import { FakeServer } from "~/testing/door/server"
import { VirtualTime } from "~/testing/door/time"
import { admitted, alarms, unsent } from "./log"
import { nextBatch } from "./state"
import type { Shown } from "./door"
import type { Entry, Pass } from "./types"
import { insideOf } from "./verdict"

const PASSES: Pass[] = [1, 2, 4, 6].map((seats, b) => ({
  h: `pass ${b}`,
  b,
  name: `Guest ${b}`,
  seats,
  in: 0,
  state: "valid",
  to: null,
}))
const HOUR = 60 * 60 * 1000

type Step = (world: World) => void | Promise<void>
const both = fc.integer({ min: 0, max: 1 })
const yes = fc.boolean()
const passes = fc.constantFrom(...PASSES.map((pass) => pass.h), "unknown")

class World {
  readonly time = new VirtualTime()
  readonly server = new FakeServer(this.time, PASSES)
  readonly phones: Phone[]
  backup: FakeServer["entries"] = []

  constructor(opens?: (disk: Disk, isAlive: () => boolean) => ReturnType<Disk["open"]>) {
    this.phones = ["a", "b"].map((name) => new Phone(name, this.time, this.server, opens))
  }

  /** A new link, if the phone was signed out, and a good connection. */
  async recover(): Promise<void> {
    this.server.signedOut.clear()
    for (const phone of this.phones) {
      Object.assign(phone, { isOnline: true, losesAnswers: false })
      Object.assign(phone.disk, { writeMs: 5 })
      await this.time.advance(20_000)
      if (phone.door.get().ended) phone.kill()
    }
    await this.time.advance(60_000)
  }

  /** What phones showed as let in and the server doesn't have. */
  lost(): string[] {
    const arrived = new Set(this.server.entries.map(({ device, entry }) => describeEntry(device, entry)))
    return this.phones.flatMap(({ device, shown }) =>
      shown.map((each) => describeShown(device, each)).filter((each) => each !== "" && !arrived.has(each)),
    )
  }
}

const describeEntry = (device: string, entry: Entry) =>
  entry.kind === "in" ? [device, entry.seq, nameOf(entry.h), entry.seats].join() : ""
const describeShown = (device: string, shown: Shown) =>
  shown.kind === "in" ? [device, shown.seq, shown.name, shown.seats].join() : ""
const nameOf = (h: string) => PASSES.find((pass) => pass.h === h)?.name ?? "Guest"

const on = (phone: fc.Arbitrary<number>, act: (phone: Phone, world: World) => void) =>
  phone.map(
    (which): Step =>
      (world) =>
        act(world.phones[which]!, world),
  )

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(both, passes).map(
      ([i, h]): Step =>
        ({ phones }) =>
          phones[i]!.note(phones[i]!.door.admit(h, "scan")),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.integer({ min: 0, max: 3000 }).map(
      (ms): Step =>
        ({ time }) =>
          time.advance(ms),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 20 }).map(
      (n): Step =>
        ({ time }) =>
          time.advance(n * 5000),
    ),
  },
  { weight: 2, arbitrary: on(both, ({ door }) => void door.undo()) },
  {
    weight: 2,
    arbitrary: on(both, (phone) => {
      const last = admitted(phone.door.get().log).at(-1)
      if (last) phone.note(phone.door.change(last.seq, 1))
    }),
  },
  {
    weight: 2,
    arbitrary: on(both, (phone) => {
      const last = phone.shown.at(-1)
      if (last?.kind === "refused") phone.note(phone.door.force(last))
    }),
  },
  { weight: 3, arbitrary: on(both, (phone) => phone.kill()) },
  {
    weight: 3,
    arbitrary: fc.tuple(both, yes).map(
      ([i, isOnline]): Step =>
        ({ phones }) =>
          void (phones[i]!.isOnline = isOnline),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(both, yes).map(
      ([i, loses]): Step =>
        ({ phones }) =>
          void (phones[i]!.losesAnswers = loses),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(both, fc.constantFrom(1, 5, 149, 400), yes).map(
      ([i, writeMs, isStubborn]): Step =>
        ({ phones }) =>
          void Object.assign(phones[i]!.disk, { writeMs, isStubborn }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(both, fc.integer({ min: -HOUR, max: HOUR })).map(
      ([i, skew]): Step =>
        ({ phones }) =>
          void (phones[i]!.skew = skew),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(both, fc.constantFrom(20, 700, 3000)).map(
      ([i, latency]): Step =>
        ({ phones }) =>
          void (phones[i]!.latency = latency),
    ),
  },
  { weight: 1, arbitrary: on(both, (phone, { server }) => void server.signedOut.add(phone.device)) },
  { weight: 1, arbitrary: fc.constant<Step>((world) => void (world.backup = [...world.server.entries])) },
  { weight: 1, arbitrary: fc.constant<Step>((world) => void (world.server.entries = [...world.backup])) },
)

async function play(history: Step[], world: World): Promise<World> {
  for (const step of history) {
    await step(world)
    await world.time.advance(0)
  }
  await world.recover()
  return world
}

const histories = fc.array(steps, { maxLength: 60 })

test("No entry is lost, none is stored twice, and every phone knows who is inside", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = await play(history, new World())

      expect(world.lost()).toEqual([])
      for (const { device, disk, door } of world.phones) {
        const arrived = world.server.entries.filter((each) => each.device === device).map(({ entry }) => entry)
        expect(arrived.toSorted((a, b) => a.seq - b.seq)).toEqual(disk.rows.map((row) => row.entry))
        expect(disk.rows.map((row) => row.entry.seq)).toEqual(disk.rows.map((_, index) => index + 1))
        expect(unsent(door.get().log)).toEqual([])
        expect(nextBatch(door.get(), 0)).toBeNull()
        const { inside } = world.server.judge()
        for (const pass of door.known()!.list.passes) expect(insideOf(pass, door.known()!)).toBe(inside.get(pass.h))
      }
    }),
    { numRuns: 300, seed: 25 },
  )
})

test("Every conflict was shown, or raises an alarm", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = await play(history, new World())

      const { conflicts } = world.server.judge()
      for (const { device, door, shown } of world.phones) {
        const green = new Set(shown.flatMap((each) => (each.kind === "in" && !each.isForced ? [each.seq] : [])))
        const { log } = door.get()
        const raised = new Set(alarms(log).map((row) => row.entry.seq))
        const missing = admitted(log).filter(
          ({ seq }) => green.has(seq) && conflicts.has(`${device} ${seq}`) && !raised.has(seq),
        )
        expect(missing).toEqual([])
      }
    }),
    { numRuns: 200, seed: 26 },
  )
})

test("Control: showing green before the entry is stored loses some", async () => {
  let lost = 0
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      lost += (await play(history, new World(hasty))).lost().length
    }),
    { numRuns: 100, seed: 25 },
  )
  expect(lost).toBeGreaterThan(0)
})
