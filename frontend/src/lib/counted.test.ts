import { expect, test } from "vitest"
import { counted, seatsOnDates } from "~/lib/counted"

test("a count of one is singular", () => {
  expect([0, 1, 2].map((count) => counted(count, "seat"))).toEqual(["0 seats", "1 seat", "2 seats"])
})

test("seatsOnDates sums the seats and counts the dates", () => {
  expect(seatsOnDates([{ seats: 2 }, { seats: 1 }])).toBe("3 seats on 2 dates")
  expect(seatsOnDates([{ seats: 1 }])).toBe("1 seat on 1 date")
})
