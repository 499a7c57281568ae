import { expect, test } from "vitest"
import { addMonths, formatMonth, formatPlainDay, formatShortDay, isMonth } from "~/lib/time/months"

test("months and days are written without a time", () => {
  expect(formatMonth("2026-11")).toBe("November 2026")
  expect(formatPlainDay("2026-11-06")).toBe("Fri, Nov 6")
  expect(formatShortDay("2026-11-06")).toBe("11/6/2026")
})

test("the month before January is in the year before", () => {
  expect(addMonths("2026-01", -1)).toBe("2025-12")
  expect(addMonths("2026-12", 1)).toBe("2027-01")
})

test.each([
  ["2026-11", true],
  ["2026-13", false],
  ["2026-1", false],
  ["2026-11-01", false],
])("%s is a month: %s", (text, expected) => {
  expect(isMonth(text)).toBe(expected)
})
