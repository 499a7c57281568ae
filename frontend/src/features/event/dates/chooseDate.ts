import type { CanceledDate, Occurrence } from "~/api/types"
import { sameInstant } from "~/lib/time/dates"
import { wallClock, wallDay } from "~/lib/time/wallClock"

/** The dates that have not started, including full ones. `now` in milliseconds. */
export function upcomingDates(dates: readonly Occurrence[], now: number): Occurrence[] {
  return dates.filter(({ startTime }) => new Date(startTime).getTime() > now)
}

export type Answer = "as asked" | "canceled" | "past" | "unknown"

export interface Dates {
  upcoming: readonly Occurrence[]
  /** Those that will not take place. */
  canceled: readonly CanceledDate[]
  /** In milliseconds */
  now: number
  timeZone: string
}

export interface Choice {
  date: Occurrence | undefined
  answer: Answer
  /** The date that was asked for, if it is canceled. */
  canceled?: CanceledDate
}

/**
 * The date of the URL's rsvpDate: an instant, a local time at the venue without a zone, or a day with a single date.
 * Without an rsvpDate, or if it isn't an upcoming date, the next date with seats.
 */
export function chooseDate(dates: Dates, asked: string | null): Choice {
  const { upcoming, now, timeZone } = dates
  const next = upcoming.find((date) => date.countInStock > 0) ?? upcoming[0]
  if (!asked) return { date: next, answer: "as asked" }
  const found = findDate(upcoming, asked, timeZone)
  if (found) return { date: found, answer: "as asked" }
  const canceled = findDate(dates.canceled, asked, timeZone)
  if (canceled) return { date: next, answer: "canceled", canceled }
  return { date: next, answer: isPast(asked, now, timeZone) ? "past" : "unknown" }
}

/** The next date with seats after a full one; if there is none, the first date with seats. */
export function nextOpen(dates: readonly Occurrence[], full: Occurrence): Occurrence | undefined {
  const open = dates.filter((date) => date.countInStock > 0 && date.startTime !== full.startTime)
  return open.find((date) => date.startTime > full.startTime) ?? open[0]
}

function findDate<T extends { startTime: string }>(
  dates: readonly T[],
  asked: string,
  timeZone: string,
): T | undefined {
  if (isDay(asked)) {
    const ofDay = dates.filter(({ startTime }) => wallDay(startTime, timeZone) === asked)
    return ofDay.length === 1 ? ofDay[0] : undefined
  }
  if (hasZone(asked)) return dates.find(({ startTime }) => sameInstant(startTime, withPlus(asked)))
  return dates.find(({ startTime }) => wallClock(startTime, timeZone) === asked.replace(" ", "T").slice(0, 16))
}

function isPast(asked: string, now: number, timeZone: string): boolean {
  const today = new Date(now).toISOString()
  if (isDay(asked)) return asked < wallDay(today, timeZone)
  if (hasZone(asked)) return new Date(withPlus(asked)).getTime() < now
  return /^\d{4}-/.test(asked) && asked.replace(" ", "T") < wallClock(today, timeZone)
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const hasZone = (text: string) => /(Z|[+\- ]\d{2}:?\d{2})$/.test(text) && text.includes("T")
/** An unencoded plus in a URL is read as a space. */
const withPlus = (text: string) => text.replace(/ (\d{2}:?\d{2})$/, "+$1")
