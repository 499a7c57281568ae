import { formatDay, formatShortDate } from "~/lib/time/dates"
import { shop } from "~/state/shop"

const SHOWN = 3

/** "Dec 11, Dec 25, Jan 8, 2027": the first three. */
export const nextDays = (dates: readonly { startTime: string }[]) =>
  dates
    .slice(0, SHOWN)
    .map(({ startTime }) => shortDay(startTime))
    .join(", ")

export const areMore = (dates: readonly unknown[]) => dates.length > SHOWN

/** "Dec 25 is canceled", "Dec 25, Jan 8, 2027 and 2 more are canceled" */
export function skippedDays(starts: readonly string[]): string {
  const days = nextDays(starts.map((startTime) => ({ startTime })))
  if (starts.length === 1) return `${days} is canceled`
  return `${days}${areMore(starts) ? ` and ${starts.length - SHOWN} more` : ""} are canceled`
}

/** "Nov 26, 2027" */
export function dayWithYear(startTime: string): string {
  const { timeZone } = shop()
  return `${dayAndMonth(startTime)}, ${formatShortDate(startTime, timeZone).split("/")[2]}`
}

const dayAndMonth = (startTime: string) => formatDay(startTime, shop().timeZone).split(", ")[1] ?? ""

/** "Dec 11", with the year if it is not the current one. */
function shortDay(startTime: string): string {
  const { timeZone } = shop()
  const year = formatShortDate(startTime, timeZone).split("/")[2]
  const thisYear = formatShortDate(new Date().toISOString(), timeZone).split("/")[2]
  return year === thisYear ? dayAndMonth(startTime) : dayWithYear(startTime)
}
