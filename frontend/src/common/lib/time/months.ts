/** Calendar months and days without a time, such as "2026-11" and "2026-11-06". */
import { formatDay, formatShortDate, monthHeading } from "~/common/lib/time/dates"

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

export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
