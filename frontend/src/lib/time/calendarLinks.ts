/** Links that open a calendar's form, filled in with an event. All times are in UTC. */

export interface CalendarEvent {
  name: string
  /** ISO instants */
  startTime: string
  endTime: string
  /** "" or "Default" if there is no place. */
  location: string
  description: string
  /** The page of the event, or of the order */
  url: string
}

/** Browsers and calendars cut longer addresses. */
const MOST_TEXT = 800

export function googleCalendarLink(event: CalendarEvent): string {
  return link("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: event.name,
    dates: `${basicTime(event.startTime)}/${basicTime(event.endTime)}`,
    details: about(event),
    location: placeOf(event),
  })
}

export function outlookCalendarLink(event: CalendarEvent): string {
  return link("https://outlook.live.com/calendar/0/action/compose", {
    rru: "addevent",
    subject: event.name,
    startdt: extendedTime(event.startTime),
    enddt: extendedTime(event.endTime),
    body: about(event),
    location: placeOf(event),
  })
}

/** Spaces become %20, because Outlook shows a plus sign as it is. */
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

function about({ description, url }: CalendarEvent): string {
  const text = description.trim()
  const short = text.length > MOST_TEXT ? `${[...text].slice(0, MOST_TEXT).join("").trimEnd()}…` : text
  return [short, url].filter(Boolean).join("\n\n")
}

function placeOf({ location }: CalendarEvent): string {
  return location === "Default" ? "" : location
}
