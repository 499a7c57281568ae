import { expect, test } from "vitest"
import * as dates from "~/lib/time/dates"

const zone = "America/Los_Angeles"
const start = "2026-12-05T03:00:00Z" // Friday, December 4, 7 PM in Los Angeles
const end = "2026-12-05T06:00:00Z"

test("a date is told in the venue's time, with its zone", () => {
  expect(dates.formatWhen(start, end, zone)).toBe("Fri, Dec 4 · 7:00–10:00 PM PST")
  expect(dates.formatWhen("2026-07-04T02:00:00Z", "2026-07-04T05:00:00Z", zone)).toBe("Fri, Jul 3 · 7:00–10:00 PM PDT")
})

test("both halves of the day are named where a date crosses noon or midnight", () => {
  expect(dates.formatTimeRange("2026-12-04T19:00:00Z", "2026-12-04T22:00:00Z", zone)).toBe("11:00 AM–2:00 PM")
  expect(dates.formatWhen(start, "2026-12-05T09:00:00Z", zone)).toBe("Fri, Dec 4 · 7:00 PM–1:00 AM PST")
})

test("a time that lasts not at all is one time", () => {
  expect(dates.formatTimeRange(start, start, zone)).toBe("7:00 PM")
  expect(dates.formatWhen(start, start, zone)).toBe("Fri, Dec 4 · 7:00 PM PST")
})

test("a date of more than a day names both days", () => {
  expect(dates.formatWhen(start, "2026-12-06T21:00:00Z", zone)).toBe("Fri, Dec 4 · 7:00 PM – Sun, Dec 6 · 1:00 PM PST")
})

test("the visitor's own time is a second line only where their clock differs", () => {
  expect(dates.yourTime(start, zone, "America/Los_Angeles")).toBeNull()
  expect(dates.yourTime(start, zone, "America/New_York")).toBe("10:00 PM your time")
  expect(dates.yourTime(start, zone, "Europe/Berlin")).toBe("Sat, Dec 5, 4:00 AM your time")
})

test("short forms", () => {
  expect(dates.formatShortDate(start, zone)).toBe("12/4/2026")
  expect(dates.formatDateOption(start, zone)).toBe("Fri, Dec 4 · 7:00 PM")
  expect(dates.formatDateTime(start, zone)).toBe("12/4/2026, 7:00 PM PST")
  expect(dates.formatLongDay(start, zone)).toBe("Friday, December 4")
  expect(dates.monthHeading("2027-01-01T02:00:00Z", zone)).toBe("December 2026")
  expect(dates.badgeParts(start, zone)).toEqual({ month: "Dec", day: "4" })
})

test("dates stand under the month they have at the venue", () => {
  const rows = [{ startTime: start }, { startTime: "2027-01-01T02:00:00Z" }, { startTime: "2027-01-02T03:00:00Z" }]

  expect(dates.groupByMonth(rows, zone).map((group) => [group.heading, group.dates.length])).toEqual([
    ["December 2026", 2],
    ["January 2027", 1],
  ])
})

test("two texts of one moment are the same instant, to the minute", () => {
  expect(dates.sameInstant("2026-12-05T03:00:00Z", "2026-12-04T19:00:30.000-08:00")).toBe(true)
  expect(dates.sameInstant("2026-12-05T03:00:00Z", "2026-12-05T03:01:00Z")).toBe(false)
  expect(dates.sameInstant("2026-12-05T03:00:00Z", "tomorrow")).toBe(false)
})
