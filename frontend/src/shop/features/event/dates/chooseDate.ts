import type { Occurrence } from "~/common/api/types"
import { sameInstant } from "~/common/lib/time/dates"
import { wallClock, wallDay } from "~/common/lib/time/wallClock"

/** The dates that have not started, including full ones. `now` in milliseconds. */
export function upcomingDates(dates: readonly Occurrence[], now: number): Occurrence[] {
  return dates.filter(({ startTime }) => new Date(startTime).getTime() > now)
}

/**
 * The upcoming date that a link means: an instant, a local time at the venue without a zone, or a day with a single
 * date. Without a link, the next date with seats. The server knows what became of all other dates.
 */
export function chooseDate(dates: readonly Occurrence[], link: string | null): Occurrence | undefined {
  return link ? findDate(dates, link) : (dates.find((date) => date.countInStock > 0) ?? dates[0])
}

/** The next date with seats after a full one; if there is none, the first date with seats. */
export function nextOpen(dates: readonly Occurrence[], full: Occurrence): Occurrence | undefined {
  const open = dates.filter((date) => date.countInStock > 0 && date.startTime !== full.startTime)
  return open.find((date) => date.startTime > full.startTime) ?? open[0]
}

function findDate(dates: readonly Occurrence[], asked: string): Occurrence | undefined {
  if (isDay(asked)) {
    const ofDay = dates.filter(({ startTime }) => wallDay(startTime) === asked)
    return ofDay.length === 1 ? ofDay[0] : undefined
  }
  if (hasZone(asked)) return dates.find(({ startTime }) => sameInstant(startTime, withPlus(asked)))
  return dates.find(({ startTime }) => wallClock(startTime) === asked.replace(" ", "T").slice(0, 16))
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const hasZone = (text: string) => /(Z|[+\- ]\d{2}:?\d{2})$/.test(text) && text.includes("T")
/** An unencoded plus in a URL is read as a space. */
const withPlus = (text: string) => text.replace(/ (\d{2}:?\d{2})$/, "+$1")
