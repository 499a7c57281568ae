import { expect, test } from "vitest"
import { newRow } from "../log"
import type { GuestList, SaleDraft } from "../types"
import { changeOf, formatCents, parseCents, quickAmounts, seatsKept, seatsSoldSince, toCents, totalOf } from "./cash"

const AT = "2026-11-27T03:00:00Z"
const sale = (seq: number, seats: number, more: Partial<SaleDraft> = {}) =>
  newRow({ kind: "sale", seats, total: 13.8, given: 20, allotment: true, ...more, seq, at: AT })

const listOf = (allotment: number, seen = 0): GuestList => ({
  night: { _id: "1", name: "Draft", startTime: AT, endTime: AT },
  now: AT,
  seen: { me: seen },
  passes: [],
  recent: [],
  price: 13.8,
  allotment,
})

test("Totals and change are exact to the cent, where sums of dollars are not", () => {
  expect(toCents(13.8)).toBe(1380)
  const total = totalOf(toCents(1.1), 3)
  expect(1.1 * 3).not.toBe(3.3)
  expect(total).toBe(330)
  expect(changeOf(total, toCents(20))).toBe(1670)
  expect(changeOf(totalOf(toCents(13.8), 2), toCents(20))).toBe(-760)
})

test("For all prices to $50 and parties to 20, change and total add up to the cash, and each cent is shown", () => {
  for (let price = 1; price <= 5000; price += 7) {
    for (let seats = 1; seats <= 20; seats += 3) {
      const total = totalOf(toCents(price / 100), seats)
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
