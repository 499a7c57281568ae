import { expect, test } from "vitest"
import { serverNow, setServerClock } from "~/lib/time/serverClock"

const MINUTE = 60_000
const header = (time: number) => new Date(time).toUTCString()
const offset = () => Math.round((serverNow() - Date.now()) / 1000)

test.each([
  ["ten minutes fast", -10 * MINUTE, -600],
  ["ten minutes slow", 10 * MINUTE, 600],
])("a clock that is %s is corrected to the second", (_clock, difference, seconds) => {
  const now = Date.now()
  setServerClock(header(now + difference), now - 200, now)

  expect(Math.abs(offset() - seconds)).toBeLessThanOrEqual(2)
})

test("a response without a Date header doesn't change the correction", () => {
  const now = Date.now()
  setServerClock(header(now - 10 * MINUTE), now, now)
  setServerClock(null, now, now)

  expect(offset()).toBeLessThan(-590)
})
