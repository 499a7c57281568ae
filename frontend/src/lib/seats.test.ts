import { expect, test } from "vitest"
import { allSeatsMove, seatsAre } from "~/lib/seats"

test("one seat is, and several are", () => {
  expect([0, 1, 2].map(seatsAre)).toEqual(["0 seats are", "1 seat is", "2 seats are"])
})

test.each([
  [1, "The seat moves"],
  [2, "Both seats move"],
  [3, "All three seats move"],
  [9, "All nine seats move"],
  [10, "All 10 seats move"],
])("a ticket with %d moves as a whole: %s", (seats, text) => {
  expect(allSeatsMove(seats)).toBe(text)
})
