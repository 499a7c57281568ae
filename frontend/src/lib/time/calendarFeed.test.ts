import { expect, test } from "vitest"
import { calendarFeed } from "~/lib/time/calendarFeed"

test("the device's calendar app gets a webcal link, other calendars the full URL", () => {
  const feed = calendarFeed("/calendar.ics", "Cards & Coffee", "https://tickets.example")

  expect(feed.address).toBe("https://tickets.example/calendar.ics")
  expect(feed.webcal).toBe("webcal://tickets.example/calendar.ics")
  expect(new URL(feed.google).searchParams.get("cid")).toBe("webcal://tickets.example/calendar.ics")
  expect(Object.fromEntries(new URL(feed.outlook).searchParams)).toEqual({
    url: "https://tickets.example/calendar.ics",
    name: "Cards & Coffee",
  })
})

test("filters with spaces and ampersands are encoded", () => {
  const path = "/calendar.ics?category=Draft%20%26%20Sealed&weekday=4"

  const feed = calendarFeed(path, "Ours", "http://localhost:8000")

  expect(feed.webcal).toBe(`webcal://localhost:8000${path}`)
  expect(new URL(feed.google).searchParams.get("cid")).toBe(feed.webcal)
  expect(new URL(feed.outlook).searchParams.get("url")).toBe(feed.address)
})
