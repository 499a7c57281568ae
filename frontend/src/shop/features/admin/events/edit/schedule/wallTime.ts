/**
 * Converts between instants and the local time of the venue in a datetime-local field, "2026-12-04T19:00". A time that
 * the clocks skip moves forward; of an ambiguous time the first is used, as on the server.
 *
 * Calculates with local times as if they were UTC, where every day has 24 hours.
 */
import { zoneName } from "~/common/lib/time/dates"
import { clockAt } from "~/common/lib/time/clubTime"

/** Limits the year to four digits, so that typing continues with the hour. */
export const LAST_MINUTE = "9999-12-31T23:59"

const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const HOUR = 3_600_000

/** The instant as ISO 8601 in UTC; null for an empty or incomplete field. */
export function instantOf(wallTime: string): string | null {
  const asUtc = parseAsUtc(wallTime)
  if (asUtc === null) return null
  // The offsets one day before and one day after; no other offset is possible in between.
  const offsets = [-24 * HOUR, 24 * HOUR].map((away) => clockAt(asUtc + away).ahead)
  const found = offsets.map((offset) => asUtc - offset).filter((instant) => clockAt(instant).ahead === asUtc - instant)
  const instant = found.length > 0 ? Math.min(...found) : asUtc - offsets[0]!
  return `${toWallTime(instant)}Z`
}

/** "venue time, PST"; the zone depends on the day. */
export function venueTime(wallTime: string): string {
  return `venue time, ${zoneName(instantOf(wallTime) ?? new Date().toISOString())}`
}

/** The local time as if it were UTC; null for incomplete times and those that do not exist, such as February 31. */
function parseAsUtc(wallTime: string): number | null {
  if (!WALL_TIME.test(wallTime)) return null
  const asUtc = Date.parse(`${wallTime.slice(0, 16)}:00Z`)
  return Number.isNaN(asUtc) || toWallTime(asUtc) !== wallTime.slice(0, 16) ? null : asUtc
}

function toWallTime(asUtc: number): string {
  return new Date(asUtc).toISOString().slice(0, 16)
}

/** Moves the end with the start; returns the same end if one of them is missing. */
export function keepLength(start: string, movedTo: string, end: string): string {
  const [from, to, until] = [start, movedTo, end].map(parseAsUtc)
  return from == null || to == null || until == null ? end : toWallTime(to + until - from)
}

export function addHours(wallTime: string, hours: number): string {
  return toWallTime(parseAsUtc(wallTime)! + hours * HOUR)
}

/** Monday is 0, Sunday is 6. */
export function weekdayOf(wallTime: string): number | null {
  const asUtc = parseAsUtc(wallTime)
  return asUtc === null ? null : (new Date(asUtc).getUTCDay() + 6) % 7
}

/** The same day of the next year, "2027-11-20"; for a leap day, February 28. */
export function addYear(day: string): string {
  const next = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return parseAsUtc(`${next}T00:00`) === null ? `${next.slice(0, 8)}28` : next
}
