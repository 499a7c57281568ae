const DAY = 86_400_000
const WEEKS = 5

/**
 * The days of the month view on a page with `day`: that month, or five weeks from this week on if it is the current one,
 * whose past weeks would be empty. Times are the shop's local ones, written as UTC.
 */
export function monthRange(day: Date, today: Date): { start: Date; end: Date } {
  const month = (time: Date, more = 0) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + more))
  if (month(day).getTime() !== month(today).getTime()) return { start: month(day), end: month(day, 1) }
  const midnight = Math.floor(today.getTime() / DAY) * DAY
  const sunday = midnight - today.getUTCDay() * DAY
  return { start: new Date(sunday), end: new Date(sunday + WEEKS * 7 * DAY) }
}
