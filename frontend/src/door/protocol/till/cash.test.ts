import fc from "fast-check"
import { expect, test } from "vitest"
import { newRow } from "../log"
import type { GuestList, SaleDraft } from "../types"
import {
  changeOf,
  factorsText,
  formatCents,
  parseCents,
  quickAmounts,
  seatsKept,
  seatsSoldSince,
  toCents,
  totalOf,
} from "./cash"

const AT = "2026-11-27T03:00:00Z"
const sale = (seq: number, seats: number, more: Partial<SaleDraft> = {}) =>
  newRow({ kind: "sale", seats, total: 13.8, given: 20, allotment: true, ...more, seq, at: AT })

const listOf = (allotment: number, seen = 0): GuestList => ({
  night: { _id: "1", name: "Draft", startTime: AT, endTime: AT, product: "1", isCanceled: false, totals: [13.8] },
  now: AT,
  seen: { me: seen },
  passes: [],
  recent: [],
  price: 13.8,
  allotment,
})

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
  ["99999", null],
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
