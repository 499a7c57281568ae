import type { ProductDate } from "~/api/types"

/** Returns the first date after `now` of each event. The dates are sorted already. */
export function nextOfEach(dates: readonly ProductDate[], now: number): ProductDate[] {
  const next = new Map<string, ProductDate>()
  for (const date of dates) {
    if (new Date(date.startTime).getTime() > now && !next.has(date._id)) next.set(date._id, date)
  }
  return [...next.values()]
}
