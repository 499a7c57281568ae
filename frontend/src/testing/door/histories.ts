/** Histories of two phones: what can happen to them, in any order. */
import fc from "fast-check"
import type { Shown } from "~/evening/door/protocol/door"
import { admitted } from "~/evening/door/protocol/log"
import type { Entry, Pass } from "~/evening/door/protocol/types"
import { Disk, Phone } from "./phone"
import { VirtualTime } from "./virtualTime"
import { FakeServer } from "./server"

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

/** Two phones and the shop, in time that only the history moves. */
export class World {
  readonly time = new VirtualTime()
  readonly server = new FakeServer(this.time, PASSES)
  readonly phones: Phone[]
  backup: FakeServer["entries"] = []

  constructor(opens?: (disk: Disk, isAlive: () => boolean) => ReturnType<Disk["open"]>) {
    this.phones = ["a", "b"].map((name) => new Phone(name, this.time, this.server, opens))
  }

  /** The link is opened again, if the phone was signed out. */
  openLink(phone: Phone): void {
    this.server.signedOut.delete(phone.device)
    if (phone.door.get().ended) phone.kill()
  }

  /** Everything works again. */
  async recover(): Promise<void> {
    for (const phone of this.phones) {
      Object.assign(phone, { isOnline: true, losesAnswers: false })
      Object.assign(phone.disk, { writeMs: 5 })
      await this.time.advance(20_000)
      this.openLink(phone)
    }
    await this.time.advance(60_000)
  }

  /** What phones showed as let in and the server doesn't have. */
  lost(): string[] {
    return this.phones.flatMap(({ device, shown }) =>
      shown.flatMap((each) =>
        each.kind === "in" && !this.server.entries.some((row) => row.device === device && isSame(row.entry, each))
          ? [`${device} ${each.seq}: ${each.name}, ${each.seats} in`]
          : [],
      ),
    )
  }
}

/** Without a list, as after signing out, the phone doesn't know the name. */
const isSame = (entry: Entry, { seq, name, seats }: Extract<Shown, { kind: "in" }>) =>
  entry.kind === "in" && entry.seq === seq && entry.seats === seats && [nameOf(entry.h), "Guest"].includes(name)
const nameOf = (h: string) => PASSES.find((pass) => pass.h === h)?.name ?? "Guest"

const on = (phone: fc.Arbitrary<number>, act: (phone: Phone, world: World) => void) =>
  phone.map(
    (which): Step =>
      (world) =>
        act(world.phones[which]!, world),
  )

/** What happens to two phones at the door. */
const STEPS: fc.MaybeWeightedArbitrary<Step>[] = [
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
]

/** What the shop does: it signs a phone out, which gets a new link, or is restored from a backup. */
const STEPS_OF_THE_SHOP: fc.MaybeWeightedArbitrary<Step>[] = [
  { weight: 1, arbitrary: on(both, (phone, { server }) => void server.signedOut.add(phone.device)) },
  { weight: 2, arbitrary: on(both, (phone, world) => world.openLink(phone)) },
  { weight: 1, arbitrary: fc.constant<Step>((world) => void (world.backup = [...world.server.entries])) },
  { weight: 1, arbitrary: fc.constant<Step>((world) => void (world.server.entries = [...world.backup])) },
]

export const histories = fc.array(fc.oneof(...STEPS, ...STEPS_OF_THE_SHOP), { maxLength: 60, size: "max" })
/** For recordings: the real shop can't be restored within a test. */
export const historiesOfPhones = fc.array(fc.oneof(...STEPS), { minLength: 60, maxLength: 120, size: "max" })

/** Plays a history. At the end both phones have a connection. */
export async function play(history: Step[], world: World): Promise<World> {
  for (const step of history) {
    await step(world)
    await world.time.advance(0)
  }
  await world.recover()
  return world
}
