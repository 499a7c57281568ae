import { expect, test } from "vitest"
import { counted, seatsOnDates } from "~/lib/counted"

test("one of a thing has no s", () => {
  expect([0, 1, 2].map((count) => counted(count, "seat"))).toEqual(["0 seats", "1 seat", "2 seats"])
})

test("an order comes to its seats and its dates", () => {
  expect(seatsOnDates([{ seats: 2 }, { seats: 1 }])).toBe("3 seats on 2 dates")
  expect(seatsOnDates([{ seats: 1 }])).toBe("1 seat on 1 date")
})
