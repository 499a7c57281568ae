/**
 * Histories of two phones: whatever happens to them, everything that a volunteer saw reaches the server.
 * DOOR_HISTORIES plays more; DOOR_HASTY leaves out the write before the verdict, which must lose some.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { hasty, type Phone } from "~/testing/door/phone"
import { histories, play, World } from "~/testing/door/histories"
import { admitted, alarms, unsent } from "./log"
import { nextBatch } from "./state"
import { insideOf } from "./verdict"

const { DOOR_HISTORIES = "300", DOOR_SEED = "25", DOOR_HASTY } = process.env
const opens = DOOR_HASTY ? hasty : undefined
const TIMEOUT_MS = 600_000

test(
  "No entry is lost, none is stored twice, and every phone knows who is inside",
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const world = await play(history, new World(opens))

        expect(world.lost()).toEqual([])
        for (const { device, disk, door, failures } of world.phones) {
          expect(failures).toEqual([])
          const arrived = world.server.entries.filter((each) => each.device === device).map(({ entry }) => entry)
          expect(arrived.toSorted((a, b) => a.seq - b.seq)).toEqual(disk.rows.map((row) => row.entry))
          expect(disk.rows.map((row) => row.entry.seq)).toEqual(disk.rows.map((_, index) => index + 1))
          expect(unsent(door.get().log)).toEqual([])
          expect(nextBatch(door.get(), 0)).toBeNull()
          const { inside } = world.server.judge()
          for (const pass of door.known()!.list.passes) expect(insideOf(pass, door.known()!)).toBe(inside.get(pass.h))
        }
      }),
      // Control: it is enough to fail, so nothing is shrunk.
      { numRuns: Number(DOOR_HISTORIES), seed: Number(DOOR_SEED), endOnFailure: DOOR_HASTY !== undefined },
    )
  },
  TIMEOUT_MS,
)

test("What a restored shop lost again while its answer was on the way is sent again", async () => {
  const world = new World()
  const [phone] = world.phones as [Phone, Phone]
  const restore = () => (world.server.entries = [])
  phone.note(phone.door.admit("pass 0", "scan"))
  await world.time.advance(37)
  phone.latency = 3000
  restore()
  await world.time.advance(0)
  void phone.door.undo()
  await world.time.advance(1510) // the shop stores the undo and answers
  restore()
  phone.latency = 20
  phone.note(phone.door.admit("unknown", "scan")) // fetches the list, which is faster than that answer

  await world.recover()

  expect(world.server.entries.map(({ entry }) => entry.kind)).toEqual(["in", "undo"])
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
