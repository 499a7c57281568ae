import { expect, test } from "vitest"
import { chooseDate, upcomingDates } from "./chooseDate"
import { aDate } from "~/testing/factories"

const full = aDate({ startTime: "2026-12-05T03:00:00Z", countInStock: 0 })
const open = aDate({ startTime: "2026-12-12T03:00:00Z", countInStock: 4 })
const matinee = aDate({ startTime: "2026-12-19T20:00:00Z" })
const evening = aDate({ startTime: "2026-12-20T03:00:00Z" })
const dates = [full, open, matinee, evening]

const choose = (link: string | null, upcoming = dates) => chooseDate(upcoming, link)

test.each([
  ["an instant", "2026-12-12T03:00:00Z", open],
  ["an instant with milliseconds", "2026-12-12T03:00:00.000Z", open],
  ["an instant in the shop's offset", "2026-12-11T19:00:00-08:00", open],
  ["an offset whose plus became a space", "2026-12-12T08:30:00 05:30", open],
  ["a local time at the venue", "2026-12-11T19:00", open],
  ["a day with one date", "2026-12-11", open],
  ["a date that is full", "2026-12-05T03:00:00Z", full],
  ["one of two dates of a day", "2026-12-20T03:00:00Z", evening],
])("%s selects its date", (_, asked, date) => {
  expect(choose(asked)).toBe(date)
})

test.each(["2026-11-28T03:00:00Z", "2026-12-13T03:00:00Z", "2026-12-19", "next friday"])(
  "%s is no upcoming date, and none is chosen instead",
  (link) => {
    expect(choose(link)).toBeUndefined()
  },
)

test.each([null, ""])("without a link, the next date with seats is chosen", (link) => {
  expect(choose(link)).toBe(open)
})

test("dates are upcoming until they start", () => {
  expect(upcomingDates(dates, Date.parse("2026-12-12T03:00:00Z"))).toEqual([matinee, evening])
})
