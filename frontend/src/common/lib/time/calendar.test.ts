import { expect, test } from "vitest"
import cases from "../../../../../tests/calendar_file_cases.json"
import { type CalendarEvent, googleCalendarLink, outlookCalendarLink } from "~/common/lib/time/calendarLinks"
import { calendarFile } from "./calendarFile"

const anEvent = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  name: "Draft & Drinks: 50% off + snacks",
  startTime: "2026-12-04T19:00:00-08:00",
  endTime: "2026-12-05T06:30:00Z",
  location: "Foam & Felt, 5 Main Street",
  description: "Bring a deck.\n\nNewcomers #welcome?",
  url: "https://shop.example/product/abc?rsvpDate=2026-12-05T03:00:00Z",
  ...over,
})

const fields = (address: string) => Object.fromEntries(new URL(address).searchParams)

const DETAILS = "Bring a deck.\n\nNewcomers #welcome?\n\n" + anEvent().url
const GOOGLE = {
  action: "TEMPLATE",
  dates: "20261205T030000Z/20261205T063000Z",
  text: anEvent().name,
  details: DETAILS,
}
const OUTLOOK = {
  rru: "addevent",
  subject: anEvent().name,
  startdt: "2026-12-05T03:00:00Z",
  enddt: "2026-12-05T06:30:00Z",
  body: DETAILS,
}

test.each([
  ["https://calendar.google.com/calendar/render", googleCalendarLink, GOOGLE],
  ["https://outlook.live.com/calendar/0/action/compose", outlookCalendarLink, OUTLOOK],
])("the link to %s has the times in UTC, the name, the place and the description", (page, link, expected) => {
  const address = link(anEvent())

  expect(address.split("?")[0]).toBe(page)
  expect(fields(address)).toEqual({ ...expected, location: anEvent().location })
})

test.each([googleCalendarLink, outlookCalendarLink])(
  "a missing place is left out, and a long text is shortened",
  (link) => {
    const found = fields(link(anEvent({ location: "Default", description: "x".repeat(5000) })))

    expect(found).not.toHaveProperty("location")
    const text = found.details ?? found.body ?? ""
    expect(text.length).toBeLessThan(1000)
    expect(text).toContain("…\n\nhttps://shop.example")
  },
)

// tests/bookings/ical/test_browser_files.py reads the same files with the server's parser.
test.each(cases.map(({ entry, lines }) => ({ ...entry, lines })))("the file of $name", ({ lines, ...entry }) => {
  const stamped = calendarFile(entry).replace(/^DTSTAMP:\d{8}T\d{6}Z/m, "DTSTAMP:20260801T120000Z")

  expect(stamped.split("\r\n")).toEqual([...lines, ""])
})

test.each([
  "é".repeat(38),
  "👩‍👩‍👧".repeat(30),
  "e\u0301".repeat(60),
  'Draft, "Cube"; C:\\Decks\nSecond line '.repeat(5),
  "a".repeat(300),
])("no line is longer than 75 octets, and unfolded lines have the exact text: %s", (text) => {
  const url = `https://tickets.example.org/order/${"é".repeat(120)}`

  const file = calendarFile({ name: text, startTime: "2026-12-05T03:00:00Z", note: text, location: text, url })

  const sizes = file.split("\r\n").map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
  const lines = file.replaceAll("\r\n ", "").split("\r\n")
  const escaped = text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)
  for (const property of ["SUMMARY", "DESCRIPTION", "LOCATION"]) expect(lines).toContain(`${property}:${escaped}`)
  expect(lines).toContain(`URL:${url}`)
})

test("a start that is not a date is rejected", () => {
  expect(() => calendarFile({ name: "Draft", startTime: "", url: "https://tickets.example.org/" })).toThrow(
    "Invalid time value",
  )
})
