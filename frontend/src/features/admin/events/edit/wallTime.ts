/**
 * Between instants and what a datetime-local field holds: the clock on the venue's wall, "2026-12-04T19:00". An hour
 * that the clocks skip moves forward; of one that comes twice the first is taken, as on the server.
 */
import { Temporal } from "temporal-polyfill"

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The instant as ISO 8601 in UTC; null for a field that is empty or half filled. */
export function instantOf(wall: string, timeZone: string): string | null {
  if (!WALL.test(wall)) return null
  try {
    return Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).toInstant().toString({ smallestUnit: "minute" })
  } catch {
    return null // a day that no calendar has
  }
}

/** Moves the end as far as the start was moved; the end itself where one of them is not there yet. */
export function keepLength(start: string, movedTo: string, end: string): string {
  if (![start, movedTo, end].every((wall) => WALL.test(wall))) return end
  const length = Temporal.PlainDateTime.from(start).until(Temporal.PlainDateTime.from(end))
  return Temporal.PlainDateTime.from(movedTo).add(length).toString({ smallestUnit: "minute" })
}

export function addHours(wall: string, hours: number): string {
  return Temporal.PlainDateTime.from(wall).add({ hours }).toString({ smallestUnit: "minute" })
}

/** Monday is 0, Sunday is 6. */
export function weekdayOf(wall: string): number | null {
  return WALL.test(wall) ? Temporal.PlainDateTime.from(wall).dayOfWeek - 1 : null
}

/** The same day of the next year: "2027-11-20" */
export function aYearOn(day: string): string {
  return DAY.test(day) ? Temporal.PlainDate.from(day).add({ years: 1 }).toString() : ""
}
