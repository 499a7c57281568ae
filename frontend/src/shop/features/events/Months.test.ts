import { expect, test } from "vitest"
import { groupInRows } from "./Months"

const noonOn = (day: string) => ({ startTime: `${day}T12:00:00Z` })

test.each([
  [
    "each month has a row",
    ["2026-11", "2026-11", "2026-11", "2026-12", "2026-12", "2026-12"],
    ["November 2026 3", "December 2026 3"],
  ],
  ["the first month has none", ["2026-11", "2026-12", "2026-12"], ["November – December 2026 3"]],
  ["the last month has none", ["2026-12", "2026-12", "2026-12", "2027-01"], ["December 2026 – January 2027 4"]],
  [
    "a month between has none",
    ["2026-10", "2026-10", "2026-10", "2026-11", "2026-12", "2026-12"],
    ["October 2026 3", "November – December 2026 3"],
  ],
  ["there is one date", ["2026-12"], ["December 2026 1"]],
  ["there is none", [], []],
])("months share a heading until it has a row of cards: %s", (_, months, expected) => {
  const dates = months.map((month) => noonOn(`${month}-10`))

  expect(groupInRows(dates, 3).map(({ heading, dates }) => `${heading} ${dates.length}`)).toEqual(expected)
})
