import type { EventAttributes } from "ics"

export interface CalendarEntry {
  name: string
  /** ISO instant */
  startTime: string
  location?: string
  /** The entry's description. */
  note?: string
  url?: string
  /** Of the calendar invitation in the booking's emails, so that a calendar shows the date once. */
  uid?: string
  /** Of the latest invitation with this `uid`. Calendars ignore a lower number. */
  sequence?: number | undefined
}

/**
 * Returns the file's text: one event of 60 minutes, marked busy, with its start in UTC. Loads the library on demand.
 */
export async function calendarFile(entry: CalendarEntry): Promise<string> {
  const { createEvent } = await import("ics")
  const { error, value } = createEvent(attributes(entry))
  if (error || !value) throw error ?? new Error("The calendar file is empty.")
  return value.replaceAll("\r\n\t", "").split("\r\n").map(fold).join("\r\n")
}

const MAX_OCTETS = 75

/** Folds a line of the file as RFC 5545 asks, by octets. The library counts characters, of which one is up to 4 octets. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ""
  let octets = 0
  for (const character of line) {
    const length = encoder.encode(character).length
    if (octets + length > MAX_OCTETS) {
      folded += "\r\n "
      octets = 1 // the space that begins the next line
    }
    folded += character
    octets += length
  }
  return folded
}

/** Builds and downloads "{name}.ics"; returns the file's name. Throws if the start is not a date. */
export async function downloadCalendarFile(entry: CalendarEntry): Promise<string> {
  const text = await calendarFile(entry)
  const fileName = `${entry.name}.ics`
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([text], { type: "text/calendar;charset=utf-8" }))
  link.download = fileName
  link.click()
  // Safari reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return fileName
}

/** The message shown when the download starts. An example of `day` is "Fri, Dec 4". */
export function downloadMessage(fileName: string, day: string): string {
  return `Download initiated for ${fileName}, ${day}. Open the file to add the event.`
}

function attributes(entry: CalendarEntry): EventAttributes {
  const start = new Date(entry.startTime)
  if (Number.isNaN(start.getTime())) throw new Error("A calendar entry needs a start.")
  const hasLocation = entry.location && entry.location !== "Default"
  return {
    method: "", // a published file would have to name its organizer
    title: entry.name,
    start: start.getTime(),
    startInputType: "utc",
    startOutputType: "utc",
    duration: { minutes: 60 },
    busyStatus: "BUSY",
    status: "CONFIRMED",
    ...(hasLocation && entry.location ? { location: entry.location } : {}),
    ...(entry.note ? { description: entry.note } : {}),
    ...(entry.url ? { url: entry.url } : {}),
    ...(entry.uid ? { uid: entry.uid, sequence: entry.sequence ?? 0 } : {}),
  }
}
