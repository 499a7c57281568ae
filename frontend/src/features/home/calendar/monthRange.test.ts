import { expect, test } from "vitest"
import { monthRange } from "./calendarEvent"

const range = (day: string, today: string) => {
  const { start, end } = monthRange(new Date(`${day}T12:00:00Z`), new Date(`${today}T22:30:00Z`))
  return [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)]
}

test.each([
  ["a day within a week", "2026-11-25", ["2026-11-22", "2026-12-27"]],
  ["a Sunday", "2026-11-22", ["2026-11-22", "2026-12-27"]],
  ["a Saturday", "2026-11-28", ["2026-11-22", "2026-12-27"]],
  ["the first day of a month", "2026-12-01", ["2026-11-29", "2027-01-03"]],
])("the current month begins with this week and has five weeks, on %s", (_, today, days) => {
  expect(range(today, today)).toEqual(days)
})

test("the current month begins with this week, whichever of its days is asked for", () => {
  expect(range("2026-11-01", "2026-11-25")).toEqual(["2026-11-22", "2026-12-27"])
})

test("another month begins with its first day and ends with its last", () => {
  expect(range("2026-12-25", "2026-11-25")).toEqual(["2026-12-01", "2027-01-01"])
})
