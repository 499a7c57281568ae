import { expect, test } from "vitest"
import { Phone } from "~/testing/door/phone"
import { VirtualTime } from "~/testing/door/virtualTime"
import { FakeServer } from "~/testing/door/server"
import { alarms, unsent } from "../log"
import type { Shown } from "../door"
import { describeAlarm } from "../words"

async function openTill({ free = 5, kept = 0 } = {}) {
  const time = new VirtualTime()
  const server = new FakeServer(time, [])
  server.free = free
  const phone = new Phone("me", time, server)
  await time.advance(1000)
  if (kept > 0) await done(time, phone.door.keepSeats(kept))
  return { time, server, phone }
}

/** Waits, while time goes on. */
async function done<T>(time: VirtualTime, work: Promise<T>): Promise<T> {
  let result: { value: T } | null = null
  void work.then((value) => (result = { value }))
  for (let waited = 0; !result && waited < 20_000; waited += 10) await time.advance(10)
  return result!.value
}

const sell = (phone: Phone, time: VirtualTime, seats = 1, given = 2000): Promise<Shown> =>
  done(time, phone.door.sell({ seats, given, name: "" }))

const sales = (server: FakeServer) => server.entries.filter(({ entry }) => entry.kind === "sale")
const seqs = (phone: Phone) => phone.disk.rows.map((row) => row.entry.seq)

test("A sale online takes a free seat, and the change is the shop's", async () => {
  const { time, server, phone } = await openTill({ kept: 2 })

  const shown = await sell(phone, time, 2, 5000)

  expect(shown).toEqual({ kind: "sold", seats: 2, total: 2760, change: 2240, isSent: true })
  expect(server).toMatchObject({ free: 1, sold: 2 })
  expect(phone.door.kept()).toBe(2)
  expect(unsent(phone.door.get().log)).toEqual([])
})

test("A phone asks for the same cents as the shop, which rounds tax once for all seats", async () => {
  const { time, server, phone } = await openTill({ free: 20, kept: 6 })
  server.totals = [11.62, 23.23, 34.85] // of 10.10 with 15%
  await time.advance(20_000)

  for (const isOnline of [true, false]) {
    phone.isOnline = isOnline
    await time.advance(20_000)
    for (const seats of [1, 2, 3]) {
      const total = Math.round(server.totals[seats - 1]! * 100)
      expect(await sell(phone, time, seats, total)).toMatchObject({ kind: "sold", total, change: 0, isSent: isOnline })
    }
  }
  phone.isOnline = true
  await time.advance(30_000)

  const paid = sales(server).map(({ entry }) => entry.kind === "sale" && entry.total)
  expect(paid).toEqual([...server.totals, ...server.totals])
})

test("Too little cash is refused before anything is stored", async () => {
  const { time, phone } = await openTill()

  expect(await sell(phone, time, 2, 2000)).toEqual({ kind: "unsold", reason: "That is $7.60 short. Ask for the rest." })
  expect(phone.disk.rows).toEqual([])
})

test("A phone that is killed while it gives seats back never sells what others may buy", async () => {
  const { time, server, phone } = await openTill({ kept: 3 })
  phone.disk.writeMs = 100
  void phone.door.keepSeats(1)
  await time.advance(50)
  phone.isOnline = false
  phone.kill()
  await time.advance(1000)

  expect(phone.door.kept()).toBeLessThanOrEqual(server.allotments.get("me")!)
})

test("What the shop refuses leaves no entry and no gap in the numbers", async () => {
  const { time, server, phone } = await openTill({ free: 2 })
  server.free = 1 // sold meanwhile

  expect(await sell(phone, time, 2, 5000)).toEqual({ kind: "unsold", reason: "Only 1 seat is left. Choose fewer." })
  expect(phone.disk.rows).toEqual([])
  expect(await sell(phone, time)).toMatchObject({ kind: "sold" })

  expect(seqs(phone)).toEqual([1])
  expect(server.seen("me")).toBe(1)
})

test("Without a connection, a phone sells only the seats that are kept on it", async () => {
  const { time, server, phone } = await openTill({ kept: 2 })
  phone.isOnline = false
  await time.advance(20_000)

  expect(await sell(phone, time)).toMatchObject({ kind: "sold", change: 620, isSent: false })
  expect(phone.door.kept()).toBe(1)
  expect(await sell(phone, time, 2, 5000)).toMatchObject({ kind: "unsold" })
  expect(await sell(phone, time)).toMatchObject({ kind: "sold" })
  expect(await sell(phone, time)).toMatchObject({ kind: "unsold" })
  phone.isOnline = true
  await time.advance(30_000)

  expect(server).toMatchObject({ free: 3, sold: 2 })
  expect(server.allotments.get("me")).toBe(0)
  expect(phone.door.kept()).toBe(0)
})

test("A drawer that another till closed meanwhile sells nothing, and the phone knows it from then on", async () => {
  const { time, server, phone } = await openTill()
  server.drawer = "closed"
  const reason = "The drawer is closed. Don't take any more cash."

  expect(await sell(phone, time)).toEqual({ kind: "unsold", reason })

  expect(phone.disk.rows).toEqual([])
  expect(phone.door.whyNot(1, 2000)).toBe(reason)
  phone.isOnline = false
  await time.advance(20_000)
  expect(phone.door.whyNot(1, 2000)).toBe(reason)
})

const HOUR = 60 * 60 * 1000

test("Once its date is canceled, a phone sells neither free nor kept seats, with or without a connection", async () => {
  const { time, server, phone } = await openTill({ kept: 2 })
  const reason = "This date is canceled. Don't sell any seats."
  server.isCanceled = true

  expect(await sell(phone, time)).toEqual({ kind: "unsold", reason })
  expect(await sell(phone, time, 2, 5000)).toEqual({ kind: "unsold", reason })
  phone.isOnline = false
  await time.advance(20_000)
  expect(await sell(phone, time)).toEqual({ kind: "unsold", reason })
  expect(phone.disk.rows).toEqual([])
})

test("A phone sells until the date ends, as the list says it now", async () => {
  const { time, server, phone } = await openTill({ kept: 2 })
  server.endsAt = time.now + HOUR // earlier than when the phone entered
  await time.advance(20_000)
  expect(phone.door.whyNot(1, 2000)).toBe("")
  phone.isOnline = false
  await time.advance(HOUR)

  expect(phone.door.whyNot(1, 2000)).toBe("This event has ended. Don't sell any more seats.")
  server.endsAt = time.now + HOUR // they play on
  phone.isOnline = true
  await time.advance(20_000)
  expect(phone.door.whyNot(1, 2000)).toBe("")
})

test("A phone that starts without a connection sells only kept seats, even before it notices", async () => {
  for (const kept of [0, 1]) {
    const { time, phone } = await openTill({ kept })
    phone.isOnline = false
    phone.kill()
    await time.advance(100)

    const reason = kept === 0 ? "No connection, and no seats are kept on this phone. Wait for the connection." : ""
    expect(phone.door.whyNot(1, 2000)).toBe(reason)
    phone.isOnline = true
    await time.advance(20_000)
    expect(phone.door.whyNot(1, 2000)).toBe("")
  }
})

test("Once the price went up, cash for the old one is too little, and the shop's refusal tells it immediately", async () => {
  const { time, server, phone } = await openTill()
  server.totals = server.totals.map((total) => total + 1)
  const reason = "That is $1.00 short. Ask for the rest."

  expect(phone.door.whyNot(1, 1380)).toBe("")
  expect(await sell(phone, time, 1, 1380)).toEqual({ kind: "unsold", reason })
  expect(phone.door.whyNot(1, 1380)).toBe(reason)
  expect(phone.disk.rows).toEqual([])
})

test("Seats that are kept on the phone are sold when no others are left", async () => {
  const { time, server, phone } = await openTill({ free: 2, kept: 2 })
  await time.advance(10_000)
  expect(phone.door.left()).toBe(0)

  expect(await sell(phone, time, 2, 5000)).toMatchObject({ kind: "sold" })

  await time.advance(20_000)
  expect(server).toMatchObject({ free: 0, sold: 2, soldTwice: 0 })
})

test("A phone that can't save sells nothing", async () => {
  const { time, server, phone } = await openTill({ kept: 1 })
  phone.disk.writeMs = 1000
  expect(await sell(phone, time)).toEqual({ kind: "unsaved" })
  Object.assign(phone.disk, { isStubborn: true })
  expect(await sell(phone, time)).toEqual({ kind: "unsaved" })

  await time.advance(20_000)
  expect(phone.disk.rows).toEqual([])
  expect(server.sold).toBe(0)
})

test("Seats that may be given back are not sold, even if an old list still has them", async () => {
  const { time, server, phone } = await openTill({ kept: 4 })
  phone.listDelay = 3000
  const refreshing = phone.door.refresh()
  await time.advance(100)
  await done(time, phone.door.keepSeats(1))

  expect(phone.door.kept()).toBe(1)
  await done(time, refreshing)
  expect(phone.door.kept()).toBe(1)
  expect(server).toMatchObject({ free: 4 })
})

test("If it is unknown whether seats were given back, they are not sold", async () => {
  const { time, phone } = await openTill({ kept: 4 })
  phone.losesAnswers = true

  expect(await done(time, phone.door.keepSeats(1))).toBe("The shop can't be reached. Check the connection.")
  expect(phone.door.kept()).toBe(1)
})

test("A sale without a seat, found later, tells how much to give back", async () => {
  const { time, phone } = await openTill({ kept: 1 })
  phone.isOnline = false
  await time.advance(20_000)
  await sell(phone, time)
  const { log } = phone.door.get()
  const row = { ...log.at(-1)!, conflict: "over" as const }

  expect(alarms([row])).toEqual([row])
  expect(describeAlarm(row, phone.door.known())).toEqual({
    look: "caution",
    title: "Give back $13.80",
    detail: "No seat was left. Note it in the drawer as taken out.",
  })
})

test("A sale has the tax rate that the phone had when the guest paid", async () => {
  const { time, server, phone } = await openTill({ kept: 1 })
  server.taxRate = 0.0825
  phone.isOnline = false
  await sell(phone, time)
  phone.isOnline = true
  await time.advance(20_000)
  await sell(phone, time)

  expect(sales(server).map(({ entry }) => entry)).toMatchObject([{ taxRate: 0.15 }, { taxRate: 0.0825 }])
})

test("A till that shows an earlier price sells nothing before the guest knows the new one", async () => {
  const { time, server, phone } = await openTill()
  server.totals = server.totals.map((total) => total + 1)

  const shown = await sell(phone, time)

  expect(shown).toEqual({ kind: "unsold", reason: "The price has changed: that is $14.8 now." })
  expect(phone.disk.rows).toEqual([])
  expect(await sell(phone, time)).toMatchObject({ kind: "sold", total: 1480, change: 520 })
})
