/** Calendar months and days without a time, such as "2026-11" and "2026-11-06". */
import { formatDay, formatShortDate, groupByMonth, monthHeading } from "~/lib/time/dates"

const noon = (day: string) => `${day}T12:00:00Z` // UTC, so that no zone changes the day

/** "November 2026" */
export const formatMonth = (month: string) => monthHeading(noon(`${month}-01`), "UTC")

/** "Fri, Nov 6" */
export const formatPlainDay = (day: string) => formatDay(noon(day), "UTC")

/** "11/6/2026" */
export const formatShortDay = (day: string) => formatShortDate(noon(day), "UTC")

/** The month before or after: addMonths("2026-01", -1) → "2025-12" */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/**
 * Like groupByMonth, but a heading has at least a row of dates if there are so many: months with fewer share theirs, as in
 * "November – December 2026". Keep bookings/site/months.py alike.
 */
export function groupInRows<T extends { startTime: string }>(dates: readonly T[], timeZone: string, row: number) {
  const groups: { months: string[]; dates: T[] }[] = []
  const months = groupByMonth(dates, timeZone)
  let left = dates.length
  for (const { heading, dates: ofMonth } of months) {
    const last = groups.at(-1)
    if (last && (last.dates.length < row || left < row)) {
      last.months.push(heading)
      last.dates.push(...ofMonth)
    } else groups.push({ months: [heading], dates: [...ofMonth] })
    left -= ofMonth.length
  }
  return groups.map(({ months, dates }) => ({ heading: formatMonths(months[0]!, months.at(-1)!), dates }))
}

/** "November – December 2026" */
function formatMonths(first: string, last: string): string {
  if (first === last) return first
  const [month, year] = first.split(" ")
  return `${last.endsWith(` ${year}`) ? month : first} – ${last}`
}

export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
