/**
 * Formats dates in the zone that the caller passes, which is the shop's. Visitors in other zones also see their own
 * time (yourTime). Only visitorZone() reads the device's zone.
 */

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat("en-US", options)
  formatters.set(key, made)
  return made
}

function format(iso: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  // Some engines put a narrow no-break space before PM; a plain space makes the texts comparable.
  return formatter({ ...options, timeZone })
    .format(new Date(iso))
    .replace(/[\u202f\u00a0]/g, " ")
}

const clock: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" }
const day: Intl.DateTimeFormatOptions = { weekday: "short", month: "short", day: "numeric" }

/** "Fri, Dec 4" */
export function formatDay(iso: string, timeZone: string): string {
  return format(iso, timeZone, day)
}

/** "Friday, December 4" */
export function formatLongDay(iso: string, timeZone: string): string {
  return format(iso, timeZone, { weekday: "long", month: "long", day: "numeric" })
}

/** "12/4/2026" */
export function formatShortDate(iso: string, timeZone: string): string {
  return format(iso, timeZone, { year: "numeric", month: "numeric", day: "numeric" })
}

/** "7:00 PM" */
export function formatTime(iso: string, timeZone: string): string {
  return format(iso, timeZone, clock)
}

/** "PST" */
export function zoneName(iso: string, timeZone: string): string {
  const parts = formatter({ timeZone, timeZoneName: "short" }).formatToParts(new Date(iso))
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone
}

/** Day and hours of formatWhen: "Fri, Dec 4" and "7:00–10:00 PM PST" */
export function whenParts(startIso: string, endIso: string, timeZone: string): { day: string; hours: string } {
  const [day = "", ...hours] = formatWhen(startIso, endIso, timeZone).split(" · ")
  return { day, hours: hours.join(" · ") }
}

/** "7:00–10:00 PM", or "11:00 AM–2:00 PM" if AM and PM differ; "7:00 PM" without a length */
export function formatTimeRange(startIso: string, endIso: string, timeZone: string): string {
  const start = formatTime(startIso, timeZone)
  const end = formatTime(endIso, timeZone)
  if (start === end && sameInstant(startIso, endIso)) return start
  const sameHalf = start.slice(-2) === end.slice(-2)
  return `${sameHalf ? start.slice(0, -3) : start}–${end}`
}

/** "Fri, Dec 4 · 7:00–10:00 PM PST"; with the last day for events that are longer than a day. */
export function formatWhen(startIso: string, endIso: string, timeZone: string): string {
  const zone = zoneName(startIso, timeZone)
  const startDay = formatDay(startIso, timeZone)
  const endDay = formatDay(endIso, timeZone)
  const overnight = new Date(endIso).getTime() - new Date(startIso).getTime() < 24 * 3_600_000
  if (startDay === endDay || overnight) return `${startDay} · ${formatTimeRange(startIso, endIso, timeZone)} ${zone}`
  const start = `${startDay} · ${formatTime(startIso, timeZone)}`
  return `${start} – ${endDay} · ${formatTime(endIso, timeZone)} ${zone}`
}

/** "Fri, Dec 4 · 7:00 PM", as in a date select */
export function formatDateOption(iso: string, timeZone: string): string {
  return `${formatDay(iso, timeZone)} · ${formatTime(iso, timeZone)}`
}

/** "Fri, Dec 4, 6:00 PM PST", when something has to be decided */
export function formatDeadline(iso: string, timeZone: string): string {
  return `${formatDay(iso, timeZone)}, ${formatTime(iso, timeZone)} ${zoneName(iso, timeZone)}`
}

/** "12/4/2026, 7:00 PM PST", as in "Placed At" */
export function formatDateTime(iso: string, timeZone: string): string {
  return `${formatShortDate(iso, timeZone)}, ${formatTime(iso, timeZone)} ${zoneName(iso, timeZone)}`
}

/** "December 2026" */
export function monthHeading(iso: string, timeZone: string): string {
  return format(iso, timeZone, { month: "long", year: "numeric" })
}

/** { month: "Dec", day: "4" }, for the date badge */
export function badgeParts(iso: string, timeZone: string): { month: string; day: string } {
  return { month: format(iso, timeZone, { month: "short" }), day: format(iso, timeZone, { day: "numeric" }) }
}

/**
 * "10:00 PM your time", or null if it is the same. If the visitor's day differs, it is included:
 * "Sat, Dec 5, 4:00 AM your time".
 */
export function yourTime(iso: string, timeZone: string, visitor: string = visitorZone()): string | null {
  const theirs = formatTime(iso, visitor)
  const theirDay = formatDay(iso, visitor)
  const sameDay = theirDay === formatDay(iso, timeZone)
  if (sameDay && theirs === formatTime(iso, timeZone)) return null
  return sameDay ? `${theirs} your time` : `${theirDay}, ${theirs} your time`
}

export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Groups dates under their month headings, in the order given. */
export function groupByMonth<T extends { startTime: string }>(
  dates: readonly T[],
  timeZone: string,
): { heading: string; dates: T[] }[] {
  const groups: { heading: string; dates: T[] }[] = []
  for (const date of dates) {
    const heading = monthHeading(date.startTime, timeZone)
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
