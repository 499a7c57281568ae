import { expect, test } from "vitest"
import { counted } from "~/lib/counted"

test("a count of one is singular", () => {
  expect([0, 1, 2].map((count) => counted(count, "seat"))).toEqual(["0 seats", "1 seat", "2 seats"])
})
