import { expect, test } from "vitest"
import { daysUntil } from "~/lib/time/daysUntil"

const PORT_ALDER = "America/Los_Angeles"
const FRIDAY_7_PM = "2026-12-05T03:00:00Z"
const at = (iso: string) => Date.parse(iso)

test.each([
  ["2026-12-03T07:59:59Z", 2], // Wednesday, 11:59 PM
  ["2026-12-03T08:00:00Z", 1], // Thursday begins
  ["2026-12-04T08:00:00Z", 0], // Friday begins
  ["2026-12-05T07:59:59Z", 0],
  ["2026-12-05T08:00:00Z", -1], // Saturday begins
])("days begin at the shop's midnight: from %s, there are %i", (now, days) => {
  expect(daysUntil(FRIDAY_7_PM, at(now), PORT_ALDER)).toBe(days)
})

test("days are those of the shop, wherever the visitor is", () => {
  const now = at("2026-12-04T09:00:00Z")

  expect(daysUntil(FRIDAY_7_PM, now, "Pacific/Kiritimati")).toBe(1)
  expect(daysUntil(FRIDAY_7_PM, now, "Pacific/Pago_Pago")).toBe(1)
  expect(daysUntil(FRIDAY_7_PM, now, "Europe/Berlin")).toBe(1)
  expect(daysUntil(FRIDAY_7_PM, now, PORT_ALDER)).toBe(0)
})

test("days of 23 and 25 hours count as one", () => {
  expect(daysUntil("2026-03-09T02:00:00Z", at("2026-03-08T07:30:00Z"), PORT_ALDER)).toBe(1) // from Saturday, 11:30 PM
  expect(daysUntil("2026-03-10T02:00:00Z", at("2026-03-08T07:30:00Z"), PORT_ALDER)).toBe(2)
  expect(daysUntil("2026-11-03T03:00:00Z", at("2026-11-01T07:30:00Z"), PORT_ALDER)).toBe(1) // from Sunday, 12:30 AM
})

test("the next year is only a day away", () => {
  expect(daysUntil("2027-01-02T03:00:00Z", at("2026-12-31T20:00:00Z"), PORT_ALDER)).toBe(1)
})
