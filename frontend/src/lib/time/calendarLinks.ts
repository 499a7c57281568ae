/** Addresses that open a calendar's own form, filled in with a night. All hours are UTC, so that every zone reads them right. */

export interface CalendarNight {
  name: string
  /** ISO instants */
  startTime: string
  endTime: string
  /** "" or "Default" where no place was given */
  location: string
  description: string
  /** The page of the night, or of the order */
  url: string
}

/** Longer addresses are cut by browsers and calendars. */
const MOST_TEXT = 800

export function googleCalendarLink(night: CalendarNight): string {
  return link("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: night.name,
    dates: `${basicTime(night.startTime)}/${basicTime(night.endTime)}`,
    details: about(night),
    location: placeOf(night),
  })
}

export function outlookCalendarLink(night: CalendarNight): string {
  return link("https://outlook.live.com/calendar/0/action/compose", {
    rru: "addevent",
    subject: night.name,
    startdt: extendedTime(night.startTime),
    enddt: extendedTime(night.endTime),
    body: about(night),
    location: placeOf(night),
  })
}

/** Spaces as %20: Outlook shows a plus as a plus. */
function link(base: string, fields: Record<string, string>): string {
  const filled = Object.entries(fields).filter(([, value]) => value !== "")
  return `${base}?${filled.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`
}

/** "2026-12-05T03:00:00Z" */
function extendedTime(iso: string): string {
  return new Date(iso).toISOString().replace(/\.\d{3}Z$/, "Z")
}

/** "20261205T030000Z" */
function basicTime(iso: string): string {
  return extendedTime(iso).replace(/[-:]/g, "")
}

function about({ description, url }: CalendarNight): string {
  const text = description.trim()
  const short = text.length > MOST_TEXT ? `${[...text].slice(0, MOST_TEXT).join("").trimEnd()}…` : text
  return [short, url].filter(Boolean).join("\n\n")
}

function placeOf({ location }: CalendarNight): string {
  return location === "Default" ? "" : location
}
