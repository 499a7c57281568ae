import { expect, test } from "vitest"
import { googleCalendarLink, outlookCalendarLink, type CalendarEvent } from "~/lib/time/calendarLinks"

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
