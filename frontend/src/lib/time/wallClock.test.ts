import { expect, test } from "vitest"
import { wallClock, wallDay } from "~/lib/time/wallClock"

test.each([
  ["2026-12-05T03:00:00Z", "America/Los_Angeles", "2026-12-04T19:00"],
  ["2026-07-05T02:00:00Z", "America/Los_Angeles", "2026-07-04T19:00"],
  ["2026-12-05T03:00:00Z", "UTC", "2026-12-05T03:00"],
  ["2026-12-05T08:00:00Z", "America/Los_Angeles", "2026-12-05T00:00"],
  ["2026-12-31T22:30:00Z", "Asia/Kolkata", "2027-01-01T04:00"],
])("%s in %s is %s", (instant, zone, wall) => {
  expect(wallClock(instant, zone)).toBe(wall)
})

test("wallDay returns the day in the given zone", () => {
  expect(wallDay(Date.parse("2026-12-05T03:00:00Z"), "America/Los_Angeles")).toBe("2026-12-04")
})
