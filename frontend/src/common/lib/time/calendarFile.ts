export interface CalendarEntry {
  name: string
  /** ISO instant */
  startTime: string
  location?: string
  /** The entry's description. */
  note?: string
  url: string
  /**
   * Of the calendar invitation in the booking's emails, so that a calendar shows the date once. By default the `url`,
   * so that a file downloaded again replaces the entry.
   */
  uid?: string
  /** Of the latest invitation with this `uid`. Calendars ignore a lower number. */
  sequence?: number | undefined
}

/** Returns the file's text (RFC 5545): one event of 60 minutes, marked busy, with its start in UTC. */
export function calendarFile(entry: CalendarEntry): string {
  const { name, startTime, location, note, url, uid = url, sequence = 0 } = entry
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${window.location.hostname}//Tickets//EN`,
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${timeInUtc(new Date())}`,
    `DTSTART:${timeInUtc(startTime)}`,
    "DURATION:PT60M",
    `SUMMARY:${escaped(name)}`,
    "STATUS:CONFIRMED",
    "X-MICROSOFT-CDO-BUSYSTATUS:BUSY",
    ...(location && location !== "Default" ? [`LOCATION:${escaped(location)}`] : []),
    ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join("")
}

/** 20261205T030000Z. Throws if it is not a date. */
export const timeInUtc = (time: string | Date) => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, "")

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`)

const MAX_OCTETS = 75

/** Folds a line by octets, of which a character has up to four, and never within one. */
function folded(line: string): string {
  let octets = 0
  return Array.from(line, (character) => {
    const size = new TextEncoder().encode(character).length
    const fits = octets + size <= MAX_OCTETS
    octets = fits ? octets + size : 1 + size // 1 for the space that begins the next line
    return fits ? character : `\r\n ${character}`
  }).join("")
}

/** Builds and downloads "{name}.ics"; returns the file's name. Throws if the start is not a date. */
export function downloadCalendarFile(entry: CalendarEntry): string {
  const text = calendarFile(entry)
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
