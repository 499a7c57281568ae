import { formatDay, formatShortDate } from "~/lib/dates"
import { shop } from "~/state/shop"

const SHOWN = 3

/** "Dec 11, Dec 25, Jan 8, 2027": the first three. */
export const nextDays = (dates: readonly { startTime: string }[]) =>
  dates
    .slice(0, SHOWN)
    .map(({ startTime }) => shortDay(startTime))
    .join(", ")

export const areMore = (dates: readonly unknown[]) => dates.length > SHOWN

/** "Dec 11"; with its year where that is another one. */
function shortDay(startTime: string): string {
  const { timeZone } = shop()
  const year = formatShortDate(startTime, timeZone).split("/")[2]
  const thisYear = formatShortDate(new Date().toISOString(), timeZone).split("/")[2]
  const day = formatDay(startTime, timeZone).split(", ")[1] ?? ""
  return year === thisYear ? day : `${day}, ${year}`
}
