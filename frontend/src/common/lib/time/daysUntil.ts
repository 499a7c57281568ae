import { formatShortDate } from "~/common/lib/time/dates"

const DAY_MS = 86_400_000

/** Returns the days until an instant on the club's calendar: 0 today, 1 tomorrow. Days of 23 or 25 hours count as one. */
export function daysUntil(iso: string, now: number): number {
  return (calendarDay(iso) - calendarDay(new Date(now).toISOString())) / DAY_MS
}

function calendarDay(iso: string): number {
  const [month = 0, day = 0, year = 0] = formatShortDate(iso).split("/").map(Number)
  return Date.UTC(year, month - 1, day)
}
