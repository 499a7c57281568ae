/** Local times of a zone, for calendars without time zone support. */

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  })
  formatters.set(timeZone, made)
  return made
}

/** Returns an instant as local time in the zone: "2026-12-04T19:00". */
export function wallClock(instant: string | number, timeZone: string): string {
  const parts = formatter(timeZone).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ""
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`
}

/** "2026-12-04" */
export function wallDay(instant: string | number, timeZone: string): string {
  return wallClock(instant, timeZone).slice(0, 10)
}
