import { expect, test } from "vitest"
import { landing, moveByKey } from "~/features/events/calendar/arrowKeys"

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
])("%s on event %i leads to event %i", (key, at, wanted) => {
  expect(moveByKey(key, days, at)).toEqual({ to: wanted })
})

test.each([
  ["ArrowRight", 3, 1],
  ["ArrowDown", 3, 1],
  ["ArrowLeft", 0, -1],
  ["ArrowUp", 0, -1],
])("%s on event %i, at the edge, turns the page", (key, at, turn) => {
  expect(moveByKey(key, days, at)).toEqual({ turn, whole: false })
})

test("Page Up and Page Down turn from anywhere, other keys do nothing", () => {
  expect(moveByKey("PageDown", days, 1)).toEqual({ turn: 1, whole: true })
  expect(moveByKey("PageUp", [], -1)).toEqual({ turn: -1, whole: true })
  expect(moveByKey("Tab", days, 1)).toBeNull()
})

test("from the calendar itself the keys lead to its first and its last day, and beyond an empty page", () => {
  expect(moveByKey("ArrowRight", days, -1)).toEqual({ to: 0 })
  expect(moveByKey("ArrowLeft", days, -1)).toEqual({ to: 3 })
  expect(moveByKey("ArrowDown", [], -1)).toEqual({ turn: 1, whole: false })
  expect(moveByKey("ArrowLeft", [], -1)).toEqual({ turn: -1, whole: false })
  expect(moveByKey("Home", [], -1)).toBeNull()
})

test("after a turn the focus lands beyond the day gone from, else on what there is", () => {
  expect(landing(days, 1, "2026-12-01")).toBe(1)
  expect(landing(days, -1, "2026-12-09")).toBe(1)
  expect(landing(days, 1, "2026-12-31")).toBe(0)
  expect(landing(days, -1, "2026-11-30")).toBe(0)
  expect(landing([], 1, "2026-12-01")).toBe(-1)
})
