import { expect, test } from "vitest"
import { type CalendarEvent, googleCalendarLink, outlookCalendarLink } from "~/lib/time/calendarLinks"
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

test("the Google link has the times in UTC, the name, the place and the description", () => {
  const address = googleCalendarLink(anEvent())

  expect(new URL(address).origin + new URL(address).pathname).toBe("https://calendar.google.com/calendar/render")
  expect(fields(address)).toEqual({
    action: "TEMPLATE",
    text: "Draft & Drinks: 50% off + snacks",
    dates: "20261205T030000Z/20261205T063000Z",
    details: "Bring a deck.\n\nNewcomers #welcome?\n\nhttps://shop.example/product/abc?rsvpDate=2026-12-05T03:00:00Z",
    location: "Foam & Felt, 5 Main Street",
  })
})

test("the Outlook link has the same values under its own parameter names", () => {
  const address = outlookCalendarLink(anEvent())

  expect(new URL(address).origin + new URL(address).pathname).toBe("https://outlook.live.com/calendar/0/action/compose")
  expect(fields(address)).toEqual({
    rru: "addevent",
    subject: "Draft & Drinks: 50% off + snacks",
    startdt: "2026-12-05T03:00:00Z",
    enddt: "2026-12-05T06:30:00Z",
    body: "Bring a deck.\n\nNewcomers #welcome?\n\nhttps://shop.example/product/abc?rsvpDate=2026-12-05T03:00:00Z",
    location: "Foam & Felt, 5 Main Street",
  })
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

const entry = { name: "Friday Commander Night", startTime: "2026-12-05T03:00:00Z", location: "Foam & Felt" }

test("the file has one busy event of 60 minutes with its start in UTC", async () => {
  const text = await calendarFile(entry)

  expect(text).toContain("SUMMARY:Friday Commander Night")
  expect(text).toContain("DTSTART:20261205T030000Z")
  expect(text).toContain("DURATION:PT60M")
  expect(text).toContain("X-MICROSOFT-CDO-BUSYSTATUS:BUSY")
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).not.toContain("DTEND")
})

test("a booking's entry has the UID of its calendar invitation", async () => {
  const uid = "665f00000000000000000001@tickets.example.org"

  expect(await calendarFile({ ...entry, uid })).toContain(`UID:${uid}\r\n`)
})

test.each([
  "é".repeat(38),
  "👩‍👩‍👧".repeat(30),
  "e\u0301".repeat(60),
  'Draft, "Cube"; C:\\Decks\nSecond line '.repeat(5),
  "a".repeat(300),
])("no line is longer than 75 octets, and unfolded lines have the exact text: %s", async (text) => {
  const url = `https://tickets.example.org/order/${"é".repeat(120)}`

  const file = await calendarFile({ ...entry, name: text, note: text, location: text, url })

  const sizes = file.split("\r\n").map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
  const lines = file.replaceAll(/\r\n[ \t]/g, "").split("\r\n")
  const escaped = text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)
  for (const property of ["SUMMARY", "DESCRIPTION", "LOCATION"]) expect(lines).toContain(`${property}:${escaped}`)
  expect(lines).toContain(`URL:${url}`)
})

test.each([
  ["without a start", { start: undefined }, /start/],
  ["with both an end and a duration", { end: [2026, 12, 5, 4, 0] }, /end or duration/],
  ["with a status other than tentative, cancelled or confirmed", { status: "MAYBE" }, /^status/],
  ["with a busy status other than tentative, free, busy or oof", { busyStatus: "SLEEPING" }, /^busyStatus/],
])("an entry %s is rejected", async (_, over, message) => {
  const { createEvent } = await import("ics")
  const entry = { title: "x", start: [2026, 12, 5, 3, 0], duration: { minutes: 60 } }

  expect(createEvent(entry as never).error).toBeNull()
  expect(createEvent({ ...entry, ...over } as never).error?.message).toMatch(message)
})

test.each(["TENTATIVE", "CANCELLED", "CONFIRMED"])("%s is a valid status", async (status) => {
  const { createEvent } = await import("ics")

  expect(createEvent({ start: [2026, 12, 5, 3, 0], duration: { minutes: 60 }, status } as never).error).toBeNull()
})

test.each(["TENTATIVE", "FREE", "BUSY", "OOF"])("%s is a valid busy status", async (busyStatus) => {
  const { createEvent } = await import("ics")

  expect(createEvent({ start: [2026, 12, 5, 3, 0], duration: { minutes: 60 }, busyStatus } as never).error).toBeNull()
})
