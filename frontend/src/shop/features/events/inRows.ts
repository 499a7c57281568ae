import { groupByMonth } from "~/common/lib/time/dates"

/**
 * Like groupByMonth, but a heading has at least a row of dates if there are so many: months with fewer share theirs, as in
 * "November – December 2026". Keep bookings/site/months.py alike.
 */
export function groupInRows<T extends { startTime: string }>(dates: readonly T[], row: number) {
  const groups: { first: string; heading: string; dates: T[] }[] = []
  let left = dates.length
  for (const { heading, dates: ofMonth } of groupByMonth(dates)) {
    const last = groups.at(-1)
    if (last && (last.dates.length < row || left < row)) {
      last.heading = `${last.first.replace(heading.slice(-5), "")} – ${heading}` // without a year that is the same
      last.dates.push(...ofMonth)
    } else groups.push({ first: heading, heading, dates: [...ofMonth] })
    left -= ofMonth.length
  }
  return groups
}
