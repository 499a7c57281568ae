import { expect, test } from "vitest"
import { Phone } from "~/testing/door/phone"
import { VirtualTime } from "~/testing/door/virtualTime"
import { FakeServer } from "~/testing/door/server"
import { retryDelay } from "./sync"
import type { Shown } from "./door"
import { alarms, unsent } from "./log"
import type { Pass } from "./types"

const PASS: Pass = { h: "maya", b: 1, name: "Maya R.", seats: 4, in: 0, state: "valid", to: null }
const DAY = 24 * 60 * 60 * 1000
const many = (count: number): Pass[] => Array.from({ length: count }, (_, b) => ({ ...PASS, h: `pass ${b}`, b }))

async function openDoor(passes: Pass[] = [PASS]) {
  const time = new VirtualTime()
  const server = new FakeServer(time, passes)
  const phone = new Phone("me", time, server)
  await time.advance(1000)
  return { time, server, phone }
}

/** Scans and returns what is shown, and after how many milliseconds. */
async function scan(phone: Phone, time: VirtualTime, h = "maya"): Promise<[Shown, number]> {
  const start = time.now
  let end = 0
  let shown: Shown | null = null
  void phone.door.admit(h, "scan").then((each) => {
    shown = each
    end = time.now
  })
  for (let waited = 0; !shown && waited < 10_000; waited += 10) await time.advance(10)
  return [shown!, end - start]
}

const queue = (phone: Phone) => unsent(phone.door.get().log).map((row) => row.entry.seq)

test("A scan is stored, sent and shown with the server's consent", async () => {
  const { time, server, phone } = await openDoor()

  const [shown, ms] = await scan(phone, time)

  expect(shown).toMatchObject({ kind: "in", name: "Maya R.", seats: 4, inside: 4, of: 4 })
  expect(ms).toBeLessThan(50)
  expect(server.entries.map(({ entry }) => entry)).toEqual(phone.disk.rows.map((row) => row.entry))
})

test("Who is inside is counted from the list that came while the phone waited for an answer", async () => {
  const { time, phone } = await openDoor()
  await scan(phone, time)
  phone.latency = 400
  void phone.door.refresh()
  await time.advance(100)

  phone.note(phone.door.change(1, 2))
  await time.advance(600)

  expect(phone.shown).toMatchObject([{ kind: "in", seats: 2, inside: 2, of: 4 }])
})

test("A phone that can't save says so in 150 ms, and the guest's entry is not made", async () => {
  const { time, phone } = await openDoor()
  phone.disk.writeMs = 1000

  expect(await scan(phone, time)).toEqual([{ kind: "unsaved" }, 150])

  await time.advance(5000)
  expect(phone.disk.rows).toEqual([])
})

test("An entry that was stored too late to be aborted is undone", async () => {
  const { time, server, phone } = await openDoor()
  Object.assign(phone.disk, { writeMs: 1000, isStubborn: true })

  await scan(phone, time)
  await time.advance(5000)

  expect(server.entries.map(({ entry }) => entry.kind)).toEqual(["in", "undo"])
  expect(server.judge().inside.get("maya")).toBe(0)
})

test("The phone waits 600 ms for the server, and after two timeouts no longer, until a send succeeds", async () => {
  const { time, phone } = await openDoor(many(9))
  phone.latency = 5000

  const waits = []
  for (const n of [0, 1, 2, 3]) waits.push((await scan(phone, time, `pass ${n}`))[1])
  phone.latency = 20
  await time.advance(20_000)
  phone.latency = 5000
  waits.push((await scan(phone, time, "pass 4"))[1])

  expect(waits.map((ms) => ms > 500)).toEqual([true, true, false, false, true])
})

test("A pass that was sold a minute ago is looked up before the phone says no", async () => {
  const { time, server, phone } = await openDoor()
  server.passes.push({ ...PASS, h: "new", b: 2, name: "Zoë K." })

  expect((await scan(phone, time, "new"))[0]).toMatchObject({ kind: "in", name: "Zoë K." })
})

test("A pass that was scanned on another phone is refused, and both entries stand", async () => {
  const { time, server, phone } = await openDoor()
  const other = new Phone("other", time, server)
  await time.advance(1000)
  await scan(other, time)
  let raised = 0
  phone.door.subscribe(() => (raised += alarms(phone.door.get().log).length))

  const [shown] = await scan(phone, time)

  expect(shown).toMatchObject({ kind: "refused", refusal: { kind: "double" }, seq: 1 })
  expect(server.entries).toHaveLength(2)
  expect(raised).toBe(0)
})

test("A conflict that is found later raises an alarm until it is dismissed, even after a restart", async () => {
  const { time, server, phone } = await openDoor()
  const other = new Phone("other", time, server)
  await time.advance(1000)
  await scan(other, time)
  phone.isOnline = false
  await scan(phone, time)
  phone.isOnline = true
  await time.advance(20_000)

  expect(alarms(phone.door.get().log).map((row) => row.conflict)).toEqual(["double"])
  phone.kill()
  expect(alarms(phone.door.get().log)).toHaveLength(1)
  phone.door.dismiss(1)
  expect(alarms(phone.door.get().log)).toEqual([])
  await time.advance(100)
  phone.kill()
  expect(alarms(phone.door.get().log)).toEqual([])
})

test("Guests who are let in anyway replace the refused entry and raise no alarm", async () => {
  const { time, server, phone } = await openDoor()
  const other = new Phone("other", time, server)
  await time.advance(1000)
  await scan(other, time)
  const [refused] = await scan(phone, time)

  if (refused.kind === "refused") phone.note(phone.door.force(refused))
  await time.advance(1000)

  expect(phone.shown).toMatchObject([{ kind: "in", seats: 4, isForced: true }])
  expect(server.entries.map(({ entry }) => entry.kind)).toEqual(["in", "in", "undo", "in"])
  expect(alarms(phone.door.get().log)).toEqual([])
})

test("The last entry is undone once", async () => {
  const { time, server, phone } = await openDoor()
  await scan(phone, time)

  void phone.door.undo()
  void phone.door.undo()
  await time.advance(1000)

  expect(server.entries.map(({ entry }) => entry.kind)).toEqual(["in", "undo"])
})

test("120 entries wait without a connection, and leave in one batch when it is back", async () => {
  const { time, server, phone } = await openDoor(many(120))
  phone.isOnline = false
  for (let n = 0; n < 120; n++) await scan(phone, time, `pass ${n}`)
  await time.advance(60_000)
  expect(queue(phone)).toHaveLength(120)

  phone.isOnline = true
  await time.advance(8000) // the last attempt fails
  phone.door.wake()
  await time.advance(100)

  expect(queue(phone)).toEqual([])
  expect(server.batches.at(-1)).toMatchObject({ queued: 120 })
  expect(server.batches).toHaveLength(1)
})

test("A scan is sent immediately, even while the phone waits to try again", async () => {
  const { time, server, phone } = await openDoor(many(2))
  phone.isOnline = false
  await scan(phone, time, "pass 0")
  while (phone.door.get().failures < 4) await time.advance(100) // and now it waits eight seconds
  phone.isOnline = true

  await scan(phone, time, "pass 1")
  await time.advance(100)

  expect(server.entries).toHaveLength(2)
})

test("A list that was asked for before entries were answered doesn't send them again", async () => {
  const { time, server, phone } = await openDoor()
  phone.listDelay = 2000
  await time.advance(9500) // the next list is under way
  await scan(phone, time)
  await time.advance(5000)

  expect(server.batches).toHaveLength(1)
})

test("At most 200 entries are sent at once, the oldest first", async () => {
  const { time, server, phone } = await openDoor(many(250))
  phone.isOnline = false
  for (let n = 0; n < 250; n++) await scan(phone, time, `pass ${n}`)
  phone.isOnline = true
  await time.advance(30_000)

  expect(server.batches.map((batch) => [batch.entries[0]!.seq, batch.entries.length, batch.queued])).toEqual([
    [1, 200, 250],
    [201, 50, 50],
  ])
})

test("A batch with a bad entry is halved until the others are through", async () => {
  const { time, server, phone } = await openDoor(many(20))
  phone.isOnline = false
  for (let n = 0; n < 20; n++) await scan(phone, time, `pass ${n}`)
  server.badSeq = 7
  phone.isOnline = true
  await time.advance(30_000)

  expect(queue(phone)).toEqual([])
  expect(server.entries.map(({ entry }) => entry.seq)).toEqual(
    [...Array(20).keys()].map((n) => n + 1).filter((n) => n !== 7),
  )
})

test("A phone that is signed out loses the list and keeps the queue", async () => {
  const { time, server, phone } = await openDoor()
  phone.isOnline = false
  await scan(phone, time)
  server.signedOut.add("me")
  phone.isOnline = true
  await time.advance(30_000)

  expect(phone.door.get().ended).toEqual({ why: "signedOut", message: "Open the link again." })
  expect(phone.disk.kept).toBeNull()
  expect(phone.disk.rows).toHaveLength(1)
  server.signedOut.clear()
  phone.kill()
  await time.advance(1000)
  expect(server.entries).toHaveLength(1)
})

test("After the door is closed nobody is let in, and what was queued is still sent", async () => {
  const { time, server, phone } = await openDoor(many(2))
  phone.isOnline = false
  await scan(phone, time, "pass 0")
  server.isClosed = true
  phone.isOnline = true
  await time.advance(30_000)

  expect(phone.door.get().ended?.why).toBe("closed")
  expect((await scan(phone, time, "pass 1"))[0]).toEqual({ kind: "closed" })
  expect(server.entries).toHaveLength(1)
})

test("Entries are sent again to a server that was restored from a backup", async () => {
  const { time, server, phone } = await openDoor(many(5))
  await scan(phone, time, "pass 0")
  const backup = [...server.entries]
  for (const n of [1, 2, 3]) await scan(phone, time, `pass ${n}`)
  server.entries = backup
  await time.advance(15_000)

  expect(server.entries.map(({ entry }) => entry.seq)).toEqual([1, 2, 3, 4])
})

test("Six hours after the end the list is gone, and only entries that were not sent stay", async () => {
  const { time, phone } = await openDoor(many(2))
  await scan(phone, time, "pass 0")
  phone.isOnline = false
  await scan(phone, time, "pass 1")
  await time.advance(1000)
  const sixHoursLater = (1000 + 7) * 60 * 60 * 1000
  phone.skew = sixHoursLater // as if that much time had passed; the phone doesn't hear from the server
  await time.advance(20_000)

  expect(phone.door.get().ended?.why).toBe("over")
  expect(phone.disk.kept).toBeNull()
  expect(phone.disk.rows.map((row) => row.entry.seq)).toEqual([2])
})

test("A till stays signed in after the end until its drawer is closed", async () => {
  const { time, server, phone } = await openDoor()
  server.endsAt = time.now - DAY
  await time.advance(30_000)
  expect(phone.door.get().ended).toBeNull()
  server.drawer = "closed"
  await time.advance(30_000)

  expect(phone.door.get().ended?.why).toBe("over")
  expect(phone.disk.kept).toBeNull()
})

test("A date that ends earlier than when the phone entered is forgotten six hours after it", async () => {
  const { time, server, phone } = await openDoor()
  server.endsAt = time.now + 60_000
  await time.advance(10_000)
  phone.isOnline = false
  phone.skew = 6 * 60 * 60 * 1000 + 60_000
  await time.advance(20_000)

  expect(phone.disk.kept).toBeNull()
})

test("A phone goes on when its clock, which was a day behind, is set right", async () => {
  const { time, server, phone } = await openDoor()
  server.endsAt = time.now + DAY / 8
  phone.skew = -DAY
  phone.kill()
  await time.advance(30_000)
  phone.skew = 0
  await time.advance(30_000)

  expect(phone.door.get().ended).toBeNull()
  expect((await scan(phone, time))[0]).toMatchObject({ kind: "in", name: "Maya R." })
})

test("A phone that is opened again after its date moved asks the shop before it forgets the list", async () => {
  const { time, phone } = await openDoor()
  phone.disk.kept!.list.night.endTime = new Date(time.now - DAY).toISOString() // the list is from before
  phone.kill()
  await time.advance(1000)

  expect((await scan(phone, time))[0]).toMatchObject({ kind: "in", name: "Maya R." })
})

test("A phone that has forgotten its entries and enters again goes on after the last one that the shop has", async () => {
  const { time, server, phone } = await openDoor(many(3))
  for (const n of [0, 1]) await scan(phone, time, `pass ${n}`)
  phone.disk.rows = []
  phone.kill()
  await time.advance(1000)

  expect((await scan(phone, time, "pass 2"))[0]).toMatchObject({ kind: "in", inside: 4 })
  await time.advance(1000)

  expect(server.entries.map(({ entry }) => entry.seq)).toEqual([1, 2, 3])
})

test("Attempts are 1, 2, 4, 8 and then 10 seconds apart, give or take a fifth", () => {
  expect([1, 2, 3, 4, 5, 9].map((failures) => retryDelay(failures, 0.5))).toEqual([
    1000, 2000, 4000, 8000, 10_000, 10_000,
  ])
  expect([retryDelay(5, 0), retryDelay(5, 1)]).toEqual([8000, 12_000])
})
