/** Times at the club, in the time zone that each program sets once, when it starts. */

let clubZone = ""
const formatters = new Map<string, Intl.DateTimeFormat>()

export function setClubZone(zone: string): void {
  clubZone = zone
}

/** Returns a formatter in the club's time zone, unless the options name another. */
export function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const inZone = { timeZone: clubZone, ...options }
  const key = JSON.stringify(inZone)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat("en-US", inZone)
  formatters.set(key, made)
  return made
}

/** Formats an instant, which is ISO or in milliseconds, or a day without a time, which no zone changes: "2026-11-28". */
export function format(at: string | number, options: Intl.DateTimeFormatOptions): string {
  const isDay = typeof at === "string" && !at.includes("T")
  // Some engines put a narrow no-break space before PM; a plain space makes the texts comparable.
  return formatter(isDay ? { ...options, timeZone: "UTC" } : options)
    .format(new Date(at))
    .replace(/[\u202f\u00a0]/g, " ")
}

/** "7:00 PM" */
export function formatTime(at: string | number, timeZone = clubZone): string {
  return format(at, { hour: "numeric", minute: "2-digit", timeZone })
}

/** "Fri, Dec 4" */
export function formatDay(at: string | number, timeZone = clubZone): string {
  return format(at, { weekday: "short", month: "short", day: "numeric", timeZone })
}
