/**
 * Times at the club. The server writes the rules of its time zone into each page, because what a browser knows of time
 * zones is older or newer than that: a page would show another hour than the emails. Each program sets them when it starts.
 */

/** As in charityshop/time_zone.py, in minutes. */
export interface ZoneRules {
  since: number
  until: number
  /** Name, such as "PST", and how far its clocks are ahead of UTC. */
  clocks: [name: string, ahead: number][]
  /** How long after the change before, and to which clock. */
  changes: [after: number, clock: number][]
}

interface Clock {
  /** Milliseconds, as all times here */
  since: number
  name: string
  ahead: number
}

const MINUTE = 60_000
/** After 28 years, all days have the same weekdays. */
const CYCLE = 7 * 1461 * 24 * 60 * MINUTE

let clubZone = ""
let [first, last] = [0, 0]
let clocks: Clock[] = []
const formatters = new Map<string, Intl.DateTimeFormat>()

export function setClubZone(name: string, rules: ZoneRules): void {
  clubZone = name
  let since = rules.since * MINUTE
  ;[first, last] = [since, rules.until * MINUTE]
  clocks = [[0, 0] as const, ...rules.changes].map(([after, clock]) => {
    since += after * MINUTE
    const [called, ahead] = rules.clocks[clock]!
    return { since, name: called, ahead: ahead * MINUTE }
  })
}

/** Whether this zone, such as the visitor's, is the club's. */
export const isClubZone = (zone: string) => zone === clubZone

/** The club's clock at an instant. Beyond the known years, it is that of a year with the same weekdays. */
export function clockAt(instant: number): Clock {
  let at = instant
  while (at >= last) at -= CYCLE
  while (at < first) at += CYCLE
  return clocks.findLast(({ since }) => since <= at)!
}

/** The local time of an instant as if it were UTC. */
export function localTime(at: string | number): Date {
  const instant = new Date(at).getTime()
  return new Date(instant + clockAt(instant).ahead)
}

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat("en-US", options)
  formatters.set(key, made)
  return made
}

/**
 * Formats an instant, which is ISO or in milliseconds, or a day without a time, which no zone changes: "2026-11-28". At
 * the club, unless the options name another time zone.
 */
export function format(at: string | number, options: Intl.DateTimeFormatOptions): string {
  const isDay = typeof at === "string" && !at.includes("T")
  const shown = isDay || options.timeZone ? new Date(at) : localTime(at)
  // Some engines put a narrow no-break space before PM; a plain space makes the texts comparable.
  return formatter({ timeZone: "UTC", ...options })
    .format(shown)
    .replace(/[\u202f\u00a0]/g, " ")
}

/** "7:00 PM", at the club or in a time zone */
export function formatTime(at: string | number, timeZone?: string): string {
  return format(at, { hour: "numeric", minute: "2-digit", ...(timeZone && { timeZone }) })
}

/** "Fri, Dec 4" */
export function formatDay(at: string | number, timeZone?: string): string {
  return format(at, { weekday: "short", month: "short", day: "numeric", ...(timeZone && { timeZone }) })
}
