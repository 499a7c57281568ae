import { expect, test } from "vitest"
import * as dates from "~/common/lib/time/dates"
import { daysUntil } from "~/shop/shared/orders/orderDates"
import { inZone } from "~/testing/inZone"
import { serverNow, setServerClock } from "./serverClock"
import { wallClock, wallDay } from "./wallClock"
import { addMonths, isMonth } from "./months"

const start = "2026-12-05T03:00:00Z" // Friday, December 4, 7 PM in Los Angeles
const end = "2026-12-05T06:00:00Z"

test("formatWhen uses the venue's time and names its zone", () => {
  expect(dates.formatWhen(start, end)).toBe("Fri, Dec 4 · 7:00–10:00 PM PST")
  expect(dates.formatWhen("2026-07-04T02:00:00Z", "2026-07-04T05:00:00Z")).toBe("Fri, Jul 3 · 7:00–10:00 PM PDT")
})

test("a date that crosses noon or midnight has both AM and PM", () => {
  expect(dates.formatTimeRange("2026-12-04T19:00:00Z", "2026-12-04T22:00:00Z")).toBe("11:00 AM–2:00 PM")
  expect(dates.formatWhen(start, "2026-12-05T09:00:00Z")).toBe("Fri, Dec 4 · 7:00 PM–1:00 AM PST")
})

test("yourTime is null if the visitor's time is the same", () => {
  expect(dates.yourTime(start, "America/Los_Angeles")).toBeNull()
  expect(dates.yourTime(start, "America/New_York")).toBe("10:00 PM your time")
  expect(dates.yourTime(start, "Europe/Berlin")).toBe("Sat, Dec 5, 4:00 AM your time")
})

test("where the club is, there is no other time, whatever a device knows of the zone", () => {
  inZone("America/Vancouver")

  expect(dates.formatWhen(start, end)).toBe("Fri, Dec 4 · 8:00–11:00 PM MST")
  expect(dates.yourTime(start, "America/Vancouver")).toBeNull()
})

test("dates have formats for lists, selects, headings and badges", () => {
  expect(dates.formatShortDate(start)).toBe("12/4/2026")
  expect(dates.formatDateOption(start)).toBe("Fri, Dec 4 · 7:00 PM")
  expect(dates.formatDateTime(start)).toBe("12/4/2026, 7:00 PM PST")
  expect(dates.formatDate("2099-12-05T03:00:00Z")).toBe("Fri, Dec 4, 2099")
  expect(dates.formatMoment("2099-12-05T03:00:00Z")).toBe("Fri, Dec 4, 2099, 7:00 PM PST")
  const now = new Date().toISOString()
  expect(dates.formatDate(now)).toBe(dates.formatDay(now)) // this year
  expect(dates.formatLongDay(start)).toBe("Friday, December 4")
  expect(dates.monthHeading("2027-01-01T02:00:00Z")).toBe("December 2026")
  expect(dates.badgeParts(start)).toEqual({ month: "Dec", day: "4" })
})

test("dates are grouped by their month at the venue", () => {
  const rows = [{ startTime: start }, { startTime: "2027-01-01T02:00:00Z" }, { startTime: "2027-01-02T03:00:00Z" }]

  expect(dates.groupByMonth(rows).map((group) => [group.heading, group.dates.length])).toEqual([
    ["December 2026", 2],
    ["January 2027", 1],
  ])
})

const FRIDAY_7_PM = "2026-12-05T03:00:00Z"
const at = (iso: string) => Date.parse(iso)

test.each([
  ["2026-12-03T07:59:59Z", 2], // Wednesday, 11:59 PM
  ["2026-12-03T08:00:00Z", 1], // Thursday begins
  ["2026-12-04T08:00:00Z", 0], // Friday begins
  ["2026-12-05T07:59:59Z", 0],
  ["2026-12-05T08:00:00Z", -1], // Saturday begins
])("days begin at the shop's midnight: from %s, there are %i", (now, days) => {
  expect(daysUntil(FRIDAY_7_PM, at(now))).toBe(days)
})

test("days follow the club's time zone", () => {
  const now = at("2026-12-04T09:00:00Z")

  const days = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "America/Los_Angeles"].map((zone) => {
    inZone(zone)
    return daysUntil(FRIDAY_7_PM, now)
  })

  expect(days).toEqual([1, 1, 1, 0])
})

test("days of 23 and 25 hours count as one", () => {
  expect(daysUntil("2026-03-09T02:00:00Z", at("2026-03-08T07:30:00Z"))).toBe(1) // from Saturday, 11:30 PM
  expect(daysUntil("2026-03-10T02:00:00Z", at("2026-03-08T07:30:00Z"))).toBe(2)
  expect(daysUntil("2026-11-03T03:00:00Z", at("2026-11-01T07:30:00Z"))).toBe(1) // from Sunday, 12:30 AM
})

test("the next year is only a day away", () => {
  expect(daysUntil("2027-01-02T03:00:00Z", at("2026-12-31T20:00:00Z"))).toBe(1)
})

test("months and days are written without a time", () => {
  expect(dates.monthHeading("2026-11")).toBe("November 2026")
  expect(dates.formatDay("2026-11-06")).toBe("Fri, Nov 6")
  expect(dates.formatShortDate("2026-11-06")).toBe("11/6/2026")
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

test.each([
  ["2026-12-05T03:00:00Z", "America/Los_Angeles", "2026-12-04T19:00"],
  ["2026-07-05T02:00:00Z", "America/Los_Angeles", "2026-07-04T19:00"],
  ["2026-12-05T03:00:00Z", "UTC", "2026-12-05T03:00"],
  ["2026-12-05T08:00:00Z", "America/Los_Angeles", "2026-12-05T00:00"],
  ["2026-12-31T22:30:00Z", "Asia/Kolkata", "2027-01-01T04:00"],
  ["2026-12-05T03:00:00Z", "America/Vancouver", "2026-12-04T20:00"], // as the server says, and not older browsers
  ["2096-07-05T02:00:00Z", "America/Los_Angeles", "2096-07-04T19:00"], // beyond the server's rules
  ["1985-12-05T03:00:00Z", "America/Los_Angeles", "1985-12-04T19:00"],
])("%s in %s is %s", (instant, zone, wall) => {
  inZone(zone)

  expect(wallClock(instant)).toBe(wall)
})

test("wallDay returns the day at the club", () => {
  expect(wallDay(Date.parse("2026-12-05T03:00:00Z"))).toBe("2026-12-04")
})

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
