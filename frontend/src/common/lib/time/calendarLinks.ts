/** Links that open an online calendar with a form filled in for an event. All times are in UTC. */
import { timeInUtc } from "./calendarFile"

export interface CalendarEvent {
  name: string
  /** ISO instants */
  startTime: string
  endTime: string
  /** "" or "Default" if there is no place. */
  location: string
  description: string
  /** The page of the event or the order. */
  url: string
}

/** Browsers and calendars truncate longer URLs. */
const MAX_TEXT = 800

export function googleCalendarLink(event: CalendarEvent): string {
  return link("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: event.name,
    dates: `${timeInUtc(event.startTime)}/${timeInUtc(event.endTime)}`,
    details: detailsOf(event),
    location: placeOf(event),
  })
}

export function outlookCalendarLink(event: CalendarEvent): string {
  return link("https://outlook.live.com/calendar/0/action/compose", {
    rru: "addevent",
    subject: event.name,
    startdt: extendedTime(event.startTime),
    enddt: extendedTime(event.endTime),
    body: detailsOf(event),
    location: placeOf(event),
  })
}

/** Encodes spaces as %20, because Outlook doesn't decode plus signs. */
function link(base: string, fields: Record<string, string>): string {
  const filled = Object.entries(fields).filter(([, value]) => value !== "")
  return `${base}?${filled.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`
}

/** "2026-12-05T03:00:00Z" */
const extendedTime = (iso: string) => new Date(iso).toISOString().replace(/\.\d{3}Z$/, "Z")

function detailsOf({ description, url }: CalendarEvent): string {
  const text = description.trim()
  const short = text.length > MAX_TEXT ? `${[...text].slice(0, MAX_TEXT).join("").trimEnd()}…` : text
  return [short, url].filter(Boolean).join("\n\n")
}

function placeOf({ location }: CalendarEvent): string {
  return location === "Default" ? "" : location
}
