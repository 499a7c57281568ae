/** Formats dates at the club. Visitors in other zones also see their own time (yourTime). */
import { clockAt, format, formatDay, formatTime, isClubZone } from "./clubTime"
import { serverNow } from "./serverClock"

export { formatDay, formatTime }

/** "Friday, December 4" */
export function formatLongDay(iso: string): string {
  return format(iso, { weekday: "long", month: "long", day: "numeric" })
}

/** "Fri, Dec 4", or "Fri, Dec 4, 2027" in another year than this one. */
export function formatDate(iso: string): string {
  const isThisYear = yearOf(iso) === yearOf(serverNow())
  return isThisYear ? formatDay(iso) : formatDayAndYear(iso)
}

const yearOf = (at: string | number) => format(at, { year: "numeric" })

/** "Fri, Dec 4, 2026" */
export function formatDayAndYear(iso: string): string {
  return `${formatDay(iso)}, ${yearOf(iso)}`
}

/** "Fri, Dec 4, 7:00 PM PST": when something happened, with the year if it is not this one. */
export function formatMoment(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)} ${zoneName(iso)}`
}

/** "12/4/2026", where the specification asks for this form */
export function formatShortDate(iso: string): string {
  return format(iso, { year: "numeric", month: "numeric", day: "numeric" })
}

/** "PST" */
export function zoneName(iso: string): string {
  return clockAt(new Date(iso).getTime()).name
}

/** Day and hours of formatWhen: "Fri, Dec 4" and "7:00–10:00 PM PST". No line breaks before AM or PM. */
export function whenParts(startIso: string, endIso: string): { day: string; hours: string } {
  const [day = "", ...hours] = formatWhen(startIso, endIso).split(" · ")
  return { day, hours: hours.join(" · ").replaceAll(/ (?=[AP]M)/g, "\u00a0") }
}

/** "7:00–10:00 PM", or "11:00 AM–2:00 PM" if AM and PM differ; "7:00 PM" without a length */
export function formatTimeRange(startIso: string, endIso: string): string {
  const start = formatTime(startIso)
  const end = formatTime(endIso)
  if (start === end && sameInstant(startIso, endIso)) return start
  const sameHalf = start.slice(-2) === end.slice(-2)
  return `${sameHalf ? start.slice(0, -3) : start}–${end}`
}

/** "Fri, Dec 4 · 7:00–10:00 PM PST"; with the last day for events that are longer than a day. */
export function formatWhen(startIso: string, endIso: string): string {
  const zone = zoneName(startIso)
  const startDay = formatDay(startIso)
  const endDay = formatDay(endIso)
  const overnight = new Date(endIso).getTime() - new Date(startIso).getTime() < 24 * 3_600_000
  if (startDay === endDay || overnight) return `${startDay} · ${formatTimeRange(startIso, endIso)} ${zone}`
  const start = `${startDay} · ${formatTime(startIso)}`
  return `${start} – ${endDay} · ${formatTime(endIso)} ${zone}`
}

/** "Fri, Dec 4 · 7:00 PM", as in a date select */
export function formatDateOption(iso: string): string {
  return `${formatDay(iso)} · ${formatTime(iso)}`
}

/** "Fri, Dec 4, 6:00 PM PST", when something has to be decided */
export function formatDeadline(iso: string): string {
  return `${formatDay(iso)}, ${formatTime(iso)} ${zoneName(iso)}`
}

/** "12/4/2026, 7:00 PM PST", as in "Placed At" */
export function formatDateTime(iso: string): string {
  return `${formatShortDate(iso)}, ${formatTime(iso)} ${zoneName(iso)}`
}

/** "December 2026" */
export function monthHeading(iso: string): string {
  return format(iso, { month: "long", year: "numeric" })
}

/** { month: "Dec", day: "4" }, for the date badge */
export function badgeParts(iso: string): { month: string; day: string } {
  return { month: format(iso, { month: "short" }), day: format(iso, { day: "numeric" }) }
}

/**
 * "10:00 PM your time", or null if it is the same. If the visitor's day differs, it is included:
 * "Sat, Dec 5, 4:00 AM your time".
 */
export function yourTime(
  iso: string,
  visitor: string = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): string | null {
  if (isClubZone(visitor)) return null // also if the visitor's device has other rules for it
  const theirs = formatTime(iso, visitor)
  const theirDay = formatDay(iso, visitor)
  const sameDay = theirDay === formatDay(iso)
  if (sameDay && theirs === formatTime(iso)) return null
  return sameDay ? `${theirs} your time` : `${theirDay}, ${theirs} your time`
}

/** Groups dates under their month headings, in the order given. */
export function groupByMonth<T extends { startTime: string }>(dates: readonly T[]): { heading: string; dates: T[] }[] {
  const groups: { heading: string; dates: T[] }[] = []
  for (const date of dates) {
    const heading = monthHeading(date.startTime)
    const last = groups.at(-1)
    if (last?.heading === heading) last.dates.push(date)
    else groups.push({ heading, dates: [date] })
  }
  return groups
}

/** Whether two texts in any notation are the same instant, compared to the minute. */
export function sameInstant(one: string, other: string): boolean {
  const minute = (iso: string) => Math.floor(new Date(iso).getTime() / 60_000)
  return one === other || minute(one) === minute(other)
}
