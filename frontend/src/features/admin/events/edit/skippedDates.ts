/**
 * An event's answer lists the dates that take place. A coming date that its rule gives and that is not among them was
 * skipped; so this works the rule out, on the venue's clock, as the server does.
 */
import { Temporal } from "temporal-polyfill"
import type { ProductDetail } from "~/api/types"
import { sameInstant } from "~/lib/dates"

const MOST_DATES = 400 // the server writes no more ahead
const LAST_WEEK = 5

/** Starts of coming dates that are skipped, soonest first. `now` in milliseconds. */
export function skippedDates(event: ProductDetail, timeZone: string, now: number): string[] {
  if (event.status !== "published") return []
  const listed = event.occurrences.map(({ startTime }) => startTime)
  return comingByRule(event, timeZone, now).filter((start) => !listed.some((other) => sameInstant(start, other)))
}

function comingByRule(event: ProductDetail, timeZone: string, now: number): string[] {
  const until = lastStart(event, timeZone, now)
  const coming: string[] = []
  for (const wall of walls(event, timeZone)) {
    const start = wall.toZonedDateTime(timeZone).toInstant()
    if (start.epochMilliseconds > until || coming.length >= MOST_DATES) break
    if (start.epochMilliseconds > now) coming.push(start.toString({ smallestUnit: "second" }))
  }
  return coming
}

/** How far ahead dates are known to be written: a rule's own end, or the last date there is. */
function lastStart({ recurringPattern, occurrences, startTime }: ProductDetail, timeZone: string, now: number): number {
  const listedLast = occurrences.at(-1)
  const isFull = occurrences.length >= MOST_DATES
  if (recurringPattern?.endDate && !isFull) return Date.parse(recurringPattern.endDate)
  if (listedLast) return Date.parse(listedLast.startTime)
  if (!recurringPattern) return Date.parse(startTime)
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).add({ years: 1 }).epochMilliseconds
}

/** Every start on the wall's clock, from the first on; without an end, so take only what is needed. */
function* walls({ startTime, recurringPattern }: ProductDetail, timeZone: string): Generator<Temporal.PlainDateTime> {
  const first = Temporal.Instant.from(startTime).toZonedDateTimeISO(timeZone).toPlainDateTime()
  if (!recurringPattern) {
    yield first
    return
  }
  const { recurringInterval, customOccurrenceConfig: custom } = recurringPattern
  if (recurringInterval === "custom" && !custom?.weekOfMonth.length) return // a rule that gives nothing
  for (let step = 0; ; step++) {
    if (recurringInterval === "daily") yield first.add({ days: step })
    else if (recurringInterval === "weekly") yield first.add({ weeks: step })
    else if (recurringInterval === "monthly") yield* sameDayOf(first, step)
    else yield* weeksOf(first, step, custom?.dayOfWeek ?? 0, custom?.weekOfMonth ?? [])
  }
}

/** The same day so many months on; months without it are skipped. */
function* sameDayOf(first: Temporal.PlainDateTime, months: number): Generator<Temporal.PlainDateTime> {
  const there = first.add({ months })
  if (there.day === first.day) yield there
}

/** `weekday`: Monday is 0. "4th" and "Last" may be one day, which counts once. */
function* weeksOf(
  first: Temporal.PlainDateTime,
  months: number,
  weekday: number,
  weeks: readonly number[],
): Generator<Temporal.PlainDateTime> {
  const month = first.with({ day: 1 }).add({ months })
  const firstDay = 1 + ((weekday + 1 - month.dayOfWeek + 7) % 7)
  const lastDay = firstDay + Math.floor((month.daysInMonth - firstDay) / 7) * 7
  const days = weeks.map((week) => (week === LAST_WEEK ? lastDay : firstDay + (week - 1) * 7))
  for (const day of [...new Set(days)].toSorted((one, other) => one - other)) {
    const there = month.with({ day })
    if (Temporal.PlainDateTime.compare(there, first) >= 0) yield there
  }
}
