import { expect, test } from "vitest"
import * as dates from "~/lib/time/dates"

const zone = "America/Los_Angeles"
const start = "2026-12-05T03:00:00Z" // Friday, December 4, 7 PM in Los Angeles
const end = "2026-12-05T06:00:00Z"

test("formatWhen uses the venue's time and names its zone", () => {
  expect(dates.formatWhen(start, end, zone)).toBe("Fri, Dec 4 · 7:00–10:00 PM PST")
  expect(dates.formatWhen("2026-07-04T02:00:00Z", "2026-07-04T05:00:00Z", zone)).toBe("Fri, Jul 3 · 7:00–10:00 PM PDT")
})

test("a date that crosses noon or midnight has both AM and PM", () => {
  expect(dates.formatTimeRange("2026-12-04T19:00:00Z", "2026-12-04T22:00:00Z", zone)).toBe("11:00 AM–2:00 PM")
  expect(dates.formatWhen(start, "2026-12-05T09:00:00Z", zone)).toBe("Fri, Dec 4 · 7:00 PM–1:00 AM PST")
})

test("yourTime is null if the visitor's time is the same", () => {
  expect(dates.yourTime(start, zone, "America/Los_Angeles")).toBeNull()
  expect(dates.yourTime(start, zone, "America/New_York")).toBe("10:00 PM your time")
  expect(dates.yourTime(start, zone, "Europe/Berlin")).toBe("Sat, Dec 5, 4:00 AM your time")
})

test("dates have formats for lists, selects, headings and badges", () => {
  expect(dates.formatShortDate(start, zone)).toBe("12/4/2026")
  expect(dates.formatDateOption(start, zone)).toBe("Fri, Dec 4 · 7:00 PM")
  expect(dates.formatDateTime(start, zone)).toBe("12/4/2026, 7:00 PM PST")
  expect(dates.formatLongDay(start, zone)).toBe("Friday, December 4")
  expect(dates.monthHeading("2027-01-01T02:00:00Z", zone)).toBe("December 2026")
  expect(dates.badgeParts(start, zone)).toEqual({ month: "Dec", day: "4" })
})

test("dates are grouped by their month at the venue", () => {
  const rows = [{ startTime: start }, { startTime: "2027-01-01T02:00:00Z" }, { startTime: "2027-01-02T03:00:00Z" }]

  expect(dates.groupByMonth(rows, zone).map((group) => [group.heading, group.dates.length])).toEqual([
    ["December 2026", 2],
    ["January 2027", 1],
  ])
})
