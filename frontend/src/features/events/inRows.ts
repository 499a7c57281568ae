import { groupByMonth } from "~/lib/time/dates"

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
