import type { Occurrence } from "~/api/types"
import { sameInstant } from "~/lib/time/dates"
import { wallClock, wallDay } from "~/lib/time/wallClock"

/** Those that can still be reserved or are full; `now` null: as the server said. */
export function comingDates(dates: readonly Occurrence[], now: number): Occurrence[] {
  return dates.filter(({ startTime }) => new Date(startTime).getTime() > now)
}

export type Answer = "as asked" | "past" | "unknown"

export interface Choice {
  date: Occurrence | undefined
  answer: Answer
}

/**
 * The date that an address asks for with rsvpDate; where it is no coming one, or none is asked for, the next with seats.
 * An instant, a time of the shop's clock without a zone, or a day that has one date will do.
 */
export function chooseDate(dates: readonly Occurrence[], asked: string | null, timeZone: string): Choice {
  const next = dates.find((date) => date.countInStock > 0) ?? dates[0]
  if (!asked) return { date: next, answer: "as asked" }
  const found = findDate(dates, asked, timeZone)
  if (found) return { date: found, answer: "as asked" }
  return { date: next, answer: isPast(asked, dates, timeZone) ? "past" : "unknown" }
}

/** The next date with seats after a full one; where there is none after it, the first of all. */
export function nextOpen(dates: readonly Occurrence[], full: Occurrence): Occurrence | undefined {
  const open = dates.filter((date) => date.countInStock > 0 && date.startTime !== full.startTime)
  return open.find((date) => date.startTime > full.startTime) ?? open[0]
}

function findDate(dates: readonly Occurrence[], asked: string, timeZone: string): Occurrence | undefined {
  if (isDay(asked)) {
    const ofDay = dates.filter(({ startTime }) => wallDay(startTime, timeZone) === asked)
    return ofDay.length === 1 ? ofDay[0] : undefined
  }
  if (hasZone(asked)) return dates.find(({ startTime }) => sameInstant(startTime, withPlus(asked)))
  return dates.find(({ startTime }) => wallClock(startTime, timeZone) === asked.replace(" ", "T").slice(0, 16))
}

/** Before the first coming date it can only be a date that was: nothing else lies between now and then. */
function isPast(asked: string, dates: readonly Occurrence[], timeZone: string): boolean {
  const first = dates[0]
  if (!first) return true
  if (isDay(asked)) return asked < wallDay(first.startTime, timeZone)
  const time = new Date(withPlus(asked)).getTime()
  return time < new Date(first.startTime).getTime()
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const hasZone = (text: string) => /(Z|[+\- ]\d{2}:?\d{2})$/.test(text) && text.includes("T")
/** In an address a plus that was not encoded is read as a space. */
const withPlus = (text: string) => text.replace(/ (\d{2}:?\d{2})$/, "+$1")
