import fc from "fast-check"
import { expect, test } from "vitest"
import { toCents } from "~/common/lib/money"
import { aDoorList, NIGHT } from "~/testing/door/server"
import { newRow } from "../log"
import type { SaleDraft } from "../types"
import { factorsText, parseCents, quickAmounts } from "./amounts"
import { changeOf, formatCents, seatsKept, seatsSoldSince, type Till, totalOf, whyNotSell } from "./cash"

const AT = "2026-11-27T03:00:00Z"
const sale = (seq: number, seats: number, more: Partial<SaleDraft> = {}) =>
  newRow({ kind: "sale", seats, total: 13.8, taxRate: 0.15, given: 20, allotment: true, ...more, seq, at: AT })

const listOf = (allotment: number, seen = 0) => aDoorList({ allotment, seen: { me: seen } })

test("Totals and change are exact to the cent, where sums of dollars are not", () => {
  expect(toCents(13.8)).toBe(1380)
  const total = totalOf([1.1, 2.2, 3.3], 3)
  expect(1.1 * 3).not.toBe(3.3)
  expect(total).toBe(330)
  expect(changeOf(total, toCents(20))).toBe(1670)
  expect(changeOf(totalOf([13.8, 27.6], 2), toCents(20))).toBe(-760)
})

test("Whatever the shop asks for a number of seats is the total, to the cent", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9_999_999_999 }), { minLength: 1, maxLength: 50 }), (cents) => {
      const totals = cents.map((each) => Number((each / 100).toFixed(2))) // as in the list's JSON

      expect(cents.map((_, index) => totalOf(totals, index + 1))).toEqual(cents)
    }),
  )
})

test.each([
  [[13.8, 27.6], 2, "2 × $13.80"],
  [[11.62, 23.23], 2, "2 seats"], // 15% of 10.10 and of 20.20
  [[11.62, 23.23], 1, "1 × $11.62"],
])("Of %j, %i seats are shown as %s", (totals, seats, text) => {
  expect(factorsText(totals, seats)).toBe(text)
})

test("For all prices to $50 and parties to 20, change and total add up to the cash, and each cent is shown", () => {
  for (let price = 1; price <= 5000; price += 7) {
    for (let seats = 1; seats <= 20; seats += 3) {
      const total = price * seats
      for (const given of quickAmounts(total)) {
        expect(given).toBeGreaterThanOrEqual(total)
        expect(total + changeOf(total, given)).toBe(given)
        expect(parseCents(formatCents(given).replace(",", ""))).toBe(given)
      }
    }
  }
})

test.each([
  [2760, [2760, 3000, 4000, 5000]],
  [2000, [2000, 5000, 10_000]],
  [1380, [1380, 1500, 2000, 5000]],
  [0, [0]],
])("For %i cents, the quick amounts are the total and the next notes", (total, expected) => {
  expect(quickAmounts(total)).toEqual(expected)
})

test.each([
  ["27", 2700],
  ["27.6", 2760],
  ["27,60", 2760],
  [" $27.60 ", 2760],
  ["0", 0],
  ["", null],
  ["27.605", null],
  ["-5", null],
  ["1e3", null],
  ["100000", 10_000_000],
  ["100000.01", null],
])("%j is read as %j cents", (text, cents) => {
  expect(parseCents(text)).toBe(cents)
})

test("Own sales from the allotment leave fewer seats until the list knows of them", () => {
  const log = [sale(1, 2), sale(2, 1, { allotment: false }), sale(3, 1)]

  expect(seatsKept(listOf(5), log, "me")).toBe(2)
  expect(seatsKept(listOf(3, 1), log, "me")).toBe(2)
  expect(seatsKept(listOf(2, 3), log, "me")).toBe(2)
  expect(seatsKept(listOf(2), log, "me")).toBe(0)
})

test("Guests who just paid count as inside until the list knows of them", () => {
  const log = [sale(1, 2), sale(2, 1, { allotment: false })]

  expect(seatsSoldSince(listOf(5), log, "me")).toBe(3)
  expect(seatsSoldSince(listOf(5, 1), log, "me")).toBe(1)
})

const night = { ...NIGHT, totals: Array.from({ length: 9 }, (_, i) => 13.8 * (i + 1)) }
const list = { night, drawer: "open" as const, left: 5 }
const till: Till = { list, isOnline: true, isOver: false, left: 5, kept: 0 }
const offline = { ...till, isOnline: false }
const without = (more: object): Till => ({ ...till, list: { ...list, ...more } })
const priced = (totals: number[], more: object = {}) => without({ night: { ...night, totals }, ...more })

const CLOSED = "The drawer is closed. Don't take any more cash."
const ENDED = "This event has ended. Don't sell any more seats."
const CANCELED = "This date is canceled. Don't sell any seats."
const NO_TILL = "The shop doesn't know this phone as a till. Open the till's link again."
const NONE_KEPT = "No connection, and no seats are kept on this phone. Wait for the connection."
const NO_CASH = "Enter the cash given, such as 20 or 20.50."

test.each<[string, number, number | null, Till, string]>([
  ["5 of 5 seats", 5, 7000, till, ""],
  ["8 seats with 5 left", 8, 20_000, till, "Only 5 seats are left. Choose fewer."],
  ["2 seats with 1 left", 2, 5000, { ...till, left: 1 }, "Only 1 seat is left. Choose fewer."],
  ["no seats", 1, 2000, { ...till, left: 0 }, "No seats are left. Don't take any cash."],
  ["more seats kept than free", 2, 5000, { ...till, left: 1, kept: 3 }, ""],
  ["free and kept seats in one sale", 4, 9000, { ...till, left: 1, kept: 3 }, "Sell 3 seats first, then the rest."],
  ["more seats than free and kept", 5, 9000, { ...till, left: 1, kept: 3 }, "Only 4 seats are left. Choose fewer."],
  ["no connection and no kept seats", 1, 2000, offline, NONE_KEPT],
  [
    "no connection and too few kept seats",
    2,
    5000,
    { ...offline, kept: 1 },
    "No connection, and only 1 seat is kept on this phone. Choose fewer.",
  ],
  ["no connection and kept seats", 2, 5000, { ...offline, kept: 2, left: 0 }, ""],
  ["no drawer yet", 1, 2000, without({ drawer: null }), "Open the drawer first."],
  ["a closed drawer", 1, 2000, without({ drawer: "closed" }), CLOSED],
  ["a closed drawer and no cash yet", 1, null, without({ drawer: "closed" }), CLOSED],
  ["a free seat without a drawer", 1, 0, priced([0], { drawer: null }), ""],
  ["a free seat and no amount", 1, null, priced([0]), ""],
  ["a free seat of an event that is over", 1, 0, { ...priced([0]), isOver: true }, ENDED],
  ["an event that is over", 1, 2000, { ...till, isOver: true, left: 0 }, ENDED],
  ["a canceled date", 1, 2000, { ...without({ night: { ...night, isCanceled: true } }), kept: 2 }, CANCELED],
  ["a list for a phone that doesn't sell", 1, 2000, without({ left: undefined, drawer: undefined }), NO_TILL],
  ["no cash yet", 1, null, till, NO_CASH],
  ["too little cash", 2, 2000, till, "That is $7.60 short. Ask for the rest."],
  [
    "more than a till takes",
    2,
    null,
    priced([60_000, 120_000]),
    "A sale can't be over $100,000.00. Choose fewer seats.",
  ],
  ["a seat for more than a till takes", 1, null, priced([120_000]), "A till can't sell seats for over $100,000.00."],
])("With %s, a till says why it doesn't sell, or nothing", (_, seats, given, state, reason) => {
  expect(whyNotSell(seats, given, state)).toBe(reason)
})
