import type { Occurrence } from "~/api/types"
import { sameInstant } from "~/lib/time/dates"
import { wallClock, wallDay } from "~/lib/time/wallClock"

/** The dates that have not started, including full ones. `now` in milliseconds. */
export function upcomingDates(dates: readonly Occurrence[], now: number): Occurrence[] {
  return dates.filter(({ startTime }) => new Date(startTime).getTime() > now)
}

export type Answer = "as asked" | "past" | "unknown"

export interface Choice {
  date: Occurrence | undefined
  answer: Answer
}

/**
 * The date of the URL's rsvpDate: an instant, a local time at the venue without a zone, or a day with a single date.
 * Without an rsvpDate, or if it isn't an upcoming date, the next date with seats.
 */
export function chooseDate(dates: readonly Occurrence[], asked: string | null, timeZone: string): Choice {
  const next = dates.find((date) => date.countInStock > 0) ?? dates[0]
  if (!asked) return { date: next, answer: "as asked" }
  const found = findDate(dates, asked, timeZone)
  if (found) return { date: found, answer: "as asked" }
  return { date: next, answer: isPast(asked, dates, timeZone) ? "past" : "unknown" }
}

/** The next date with seats after a full one; if there is none, the first date with seats. */
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

/** Whether `asked` is before the first upcoming date, or there is none. */
function isPast(asked: string, dates: readonly Occurrence[], timeZone: string): boolean {
  const first = dates[0]
  if (!first) return true
  if (isDay(asked)) return asked < wallDay(first.startTime, timeZone)
  const time = new Date(withPlus(asked)).getTime()
  return time < new Date(first.startTime).getTime()
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const hasZone = (text: string) => /(Z|[+\- ]\d{2}:?\d{2})$/.test(text) && text.includes("T")
/** An unencoded plus in a URL is read as a space. */
const withPlus = (text: string) => text.replace(/ (\d{2}:?\d{2})$/, "+$1")
