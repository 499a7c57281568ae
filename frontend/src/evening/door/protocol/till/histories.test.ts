/** Histories of two tills and the shop: no phone sells seats as its own that are not kept for it. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { Phone } from "~/testing/door/phone"
import { VirtualTime } from "~/testing/door/virtualTime"
import { FakeServer } from "~/testing/door/server"
import { unsent } from "../log"

const { DOOR_HISTORIES = "200", DOOR_SEED = "25" } = process.env
const TIMEOUT_MS = 600_000
const SEATS = 12

class World {
  readonly time = new VirtualTime()
  readonly server = new FakeServer(this.time, [])
  readonly phones: Phone[]

  constructor(sharesAllotments = false) {
    Object.assign(this.server, { free: SEATS, sharesAllotments })
    this.phones = ["a", "b"].map((name) => new Phone(name, this.time, this.server))
  }

  async recover(): Promise<void> {
    for (const phone of this.phones) Object.assign(phone, { isOnline: true, losesAnswers: false, latency: 20 })
    await this.time.advance(60_000)
  }
}

type Step = (world: World) => unknown
const both = fc.integer({ min: 0, max: 1 })
const yes = fc.boolean()
const seats = fc.integer({ min: 1, max: 3 })

const onPhone = <T>(value: fc.Arbitrary<T>, act: (phone: Phone, value: T, world: World) => unknown) =>
  fc.tuple(both, value).map(
    ([i, found]): Step =>
      (world) =>
        act(world.phones[i]!, found, world),
  )

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: onPhone(seats, ({ door }, count) => void door.sell({ seats: count, given: 9000, name: "" })),
  },
  { weight: 3, arbitrary: onPhone(fc.integer({ min: 0, max: 4 }), ({ door }, count) => void door.keepSeats(count)) },
  { weight: 2, arbitrary: onPhone(yes, (phone, isOnline) => void (phone.isOnline = isOnline)) },
  { weight: 1, arbitrary: onPhone(yes, (phone, loses) => void (phone.losesAnswers = loses)) },
  { weight: 1, arbitrary: onPhone(fc.constantFrom(20, 700, 3000), (phone, ms) => void (phone.latency = ms)) },
  { weight: 1, arbitrary: onPhone(fc.constantFrom(0, 5000), (phone, ms) => void (phone.listDelay = ms)) },
  { weight: 2, arbitrary: onPhone(yes, (phone) => phone.kill()) },
  {
    weight: 2, // the shop sells online, too
    arbitrary: seats.map(
      (count): Step =>
        ({ server }) =>
          void (server.free -= Math.min(count, Math.max(server.free, 0))),
    ),
  },
  {
    weight: 2, // a late guest pays by a till's link, whether the till has a connection or not, or is dead
    arbitrary: onPhone(seats, ({ device }, count, { server }) => server.payByLink(device, count)),
  },
  {
    weight: 6,
    arbitrary: fc.integer({ min: 0, max: 20_000 }).map(
      (ms): Step =>
        ({ time }) =>
          time.advance(ms),
    ),
  },
)

const histories = fc.array(steps, { maxLength: 60, size: "max" })

async function play(history: Step[], world: World): Promise<World> {
  await world.time.advance(1000)
  for (const step of history) {
    await step(world)
    await world.time.advance(0)
  }
  await world.recover()
  return world
}

test(
  "No seat that is kept for a phone is sold twice, and every sale arrives",
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { server, phones } = await play(history, new World())

        expect(server.soldTwice).toBe(0)
        for (const { device, disk, door } of phones) {
          expect(unsent(door.get().log)).toEqual([])
          const arrived = server.entries.filter((each) => each.device === device).map(({ entry }) => entry.seq)
          expect(arrived.toSorted((a, b) => a - b)).toEqual(disk.rows.map((row) => row.entry.seq))
          expect(door.kept()).toBe(server.allotments.get(device) ?? 0)
          const late = door.known()!.list.passes.filter(({ byLink }) => byLink)
          expect(late.reduce((sum, pass) => sum + pass.seats, 0)).toBe(server.late) // every phone sees who paid
        }
      }),
      { numRuns: Number(DOOR_HISTORIES), seed: Number(DOOR_SEED) },
    )
  },
  TIMEOUT_MS,
)

test("Control: phones that share the seats kept for one of them sell some twice", async () => {
  let soldTwice = 0
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      soldTwice += (await play(history, new World(true))).server.soldTwice
    }),
    { numRuns: 100, seed: 25 },
  )
  expect(soldTwice).toBeGreaterThan(0)
})
