/**
 * Between instants and what a datetime-local field holds: the clock on the venue's wall, "2026-12-04T19:00". An hour
 * that the clocks skip moves forward; of one that comes twice the first is taken, as on the server.
 *
 * A wall's clock is reckoned with as if it stood in UTC, where every day has 24 hours.
 */
import { wallClock } from "~/lib/time/wallClock"

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const HOUR = 3_600_000

/** The instant as ISO 8601 in UTC; null for a field that is empty or half filled. */
export function instantOf(wall: string, timeZone: string): string | null {
  const asUtc = WALL.test(wall) ? reckon(wall) : null
  if (asUtc === null) return null // also a day that no calendar has
  // The offsets in force a day before and a day after: between two changes of the clocks there are no others.
  const offsets = [-24 * HOUR, 24 * HOUR].map((away) => offsetAt(asUtc + away, timeZone))
  const found = offsets
    .map((offset) => asUtc - offset)
    .filter((instant) => offsetAt(instant, timeZone) === asUtc - instant)
  const instant = found.length > 0 ? Math.min(...found) : asUtc - offsets[0]!
  return `${toWall(instant)}Z`
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  return reckon(wallClock(instant, timeZone))! - Math.floor(instant / 60_000) * 60_000
}

/** The wall's clock as if it stood in UTC; null for a time that is none, such as February 31. */
function reckon(wall: string): number | null {
  const asUtc = Date.parse(`${wall.slice(0, 16)}:00Z`)
  return Number.isNaN(asUtc) || toWall(asUtc) !== wall.slice(0, 16) ? null : asUtc
}

function toWall(asUtc: number): string {
  return new Date(asUtc).toISOString().slice(0, 16)
}

/** Moves the end as far as the start was moved; the end itself where one of them is not there yet. */
export function keepLength(start: string, movedTo: string, end: string): string {
  const [from, to, until] = [start, movedTo, end].map((wall) => (WALL.test(wall) ? reckon(wall) : null))
  return from == null || to == null || until == null ? end : toWall(to + until - from)
}

export function addHours(wall: string, hours: number): string {
  return toWall(reckon(wall)! + hours * HOUR)
}

/** Monday is 0, Sunday is 6. */
export function weekdayOf(wall: string): number | null {
  const asUtc = WALL.test(wall) ? reckon(wall) : null
  return asUtc === null ? null : (new Date(asUtc).getUTCDay() + 6) % 7
}

/** The same day of the next year, "2027-11-20"; of a leap day, the day before. */
export function aYearOn(day: string): string {
  if (!DAY.test(day)) return ""
  const next = `${Number(day.slice(0, 4)) + 1}`.padStart(4, "0") + day.slice(4)
  return reckon(`${next}T00:00`) === null ? `${next.slice(0, 8)}28` : next
}
