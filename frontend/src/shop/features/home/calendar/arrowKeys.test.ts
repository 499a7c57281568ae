import { expect, test } from "vitest"
import { landing, moveByKey } from "./arrowKeys"
import { monthRange } from "./calendarEvent"

const days = ["2026-12-01", "2026-12-04", "2026-12-04", "2026-12-09"]

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowRight", 1, 3],
  ["ArrowRight", 2, 3],
  ["ArrowLeft", 3, 1],
  ["ArrowLeft", 2, 0],
  ["ArrowDown", 1, 2],
  ["ArrowDown", 2, 3],
  ["ArrowUp", 2, 1],
  ["ArrowUp", 3, 2],
  ["Home", 3, 0],
  ["End", 0, 3],
])("in a week %s on event %i leads to event %i", (key, at, wanted) => {
  expect(moveByKey(key, days, at, "hours")).toEqual({ to: wanted })
})

// Two weeks without events are between the 9th and the 31st.
const month = ["2026-11-29", "2026-12-01", "2026-12-04", "2026-12-04", "2026-12-06", "2026-12-09", "2026-12-31"]

test.each([
  ["ArrowRight", 1, 2, "the next event"],
  ["ArrowRight", 2, 3, "the next event, of the same day"],
  ["ArrowLeft", 4, 3, "the event before"],
  ["ArrowDown", 0, 4, "the same weekday"],
  ["ArrowDown", 3, 5, "the nearest weekday"],
  ["ArrowDown", 4, 6, "the next week that has any"],
  ["ArrowUp", 6, 5, "the week before that has any"],
  ["ArrowUp", 5, 1, "the nearest weekday, the earlier of two as near"],
  ["ArrowUp", 4, 0, "the same weekday"],
])("in a month %s on event %i leads to event %i: %s", (key, at, wanted) => {
  expect(moveByKey(key, month, at, "weeks")).toEqual({ to: wanted })
})

test.each([
  ["ArrowRight", 6, 1, "event"],
  ["ArrowLeft", 0, -1, "event"],
  ["ArrowDown", 6, 1, "week"],
  ["ArrowUp", 2, -1, "week"],
])("in a month %s on event %i, at the edge, turns the page", (key, at, turn, way) => {
  expect(moveByKey(key, month, at, "weeks")).toEqual({ turn, way })
})

test.each([
  ["ArrowRight", 3, 1, "day"],
  ["ArrowDown", 3, 1, "event"],
  ["ArrowLeft", 0, -1, "day"],
  ["ArrowUp", 0, -1, "event"],
])("in a week %s on event %i, at the edge, turns the page", (key, at, turn, way) => {
  expect(moveByKey(key, days, at, "hours")).toEqual({ turn, way })
})

test.each(["weeks", "hours"] as const)("Page Up and Page Down turn the page, other keys do nothing: %s", (grid) => {
  expect(moveByKey("PageDown", days, 1, grid)).toEqual({ turn: 1, way: "page" })
  expect(moveByKey("PageUp", [], -1, grid)).toEqual({ turn: -1, way: "page" })
  expect(moveByKey("Tab", days, 1, grid)).toBeNull()
})

test("from the calendar itself the keys move to its first and last event, and beyond an empty page", () => {
  expect(moveByKey("ArrowRight", days, -1, "weeks")).toEqual({ to: 0 })
  expect(moveByKey("ArrowUp", days, -1, "weeks")).toEqual({ to: 3 })
  expect(moveByKey("ArrowDown", [], -1, "hours")).toEqual({ turn: 1, way: "event" })
  expect(moveByKey("ArrowLeft", [], -1, "weeks")).toEqual({ turn: -1, way: "event" })
  expect(moveByKey("Home", [], -1, "weeks")).toBeNull()
})

test("after a turn the focus moves beyond the day it left, otherwise to the first event", () => {
  expect(landing(days, 1, "2026-12-01")).toBe(1)
  expect(landing(days, -1, "2026-12-09")).toBe(1)
  expect(landing(days, 1, "2026-12-31")).toBe(0)
  expect(landing(days, -1, "2026-11-30")).toBe(0)
  expect(landing([], 1, "2026-12-01")).toBe(-1)
})

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
