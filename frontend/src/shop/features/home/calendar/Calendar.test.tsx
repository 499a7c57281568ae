import FullCalendar from "@fullcalendar/react"
import { screen, waitFor, within } from "@testing-library/react"
import type { ComponentProps, ReactNode } from "react"
import { beforeEach, expect, test, vi } from "vitest"
import type { ProductDate } from "~/common/api/types"
import { formatLongDay } from "~/common/lib/time/dates"
import { wallDay } from "~/common/lib/time/wallClock"
import { paths } from "~/shop/paths"
import { aProductDate, aUserInfo, inDays } from "~/testing/factories"
import { answer, calls, onALargeScreen, renderAt, requests } from "~/testing/browser"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { calendarEvent, firstHour, monthRange } from "./calendarEvent"

beforeEach(() => {
  onALargeScreen()
  anEmptyShop()
})

/** A date of tomorrow, which the first page of the calendar shows. */
const tomorrow = (over: Partial<ProductDate> = {}) =>
  aProductDate({ name: "Friday Commander Night", title: "Friday Commander Night", startTime: inDays(1), ...over })

function open(dates: ProductDate[], options: Parameters<typeof renderAt>[1] = {}) {
  answer("/api/products/all", dates)
  return renderAt(paths.scheduled(), options)
}

/** Return the calendar's only date. Found by its test ID: a search by role through a month takes seconds. */
async function findDate(): Promise<HTMLElement> {
  const text = await screen.findByTestId("calendar-event")
  const button = text.closest<HTMLElement>("[role=button]")!
  await waitFor(() => expect(button).toBeVisible()) // the library measures it while it is hidden
  return button
}
const staff = () => aUserInfo({ isAdmin: true })
const calendarCalls = () =>
  calls.filter((call) => call.url.pathname === "/api/products/all" && call.url.searchParams.has("end"))

test("a date's accessible name has its name, day, time and seats left", async () => {
  const date = tomorrow({ countInStock: 6 })
  open([date])

  const day = formatLongDay(date.startTime)
  const hour = date.startTime.includes("T03") ? /(7|8):00 PM/ : /PM/
  const event = await findDate()
  expect(event).toHaveAccessibleName(expect.stringContaining(`Friday Commander Night, ${day}, `))
  expect(event).toHaveAccessibleName(expect.stringMatching(hour))
  expect(event).toHaveAccessibleName(expect.stringMatching(/, 6 seats left$/))
  expect(event).toHaveAttribute("tabindex", "0")
})

test("a canceled date is in the calendar, and its accessible name says so", async () => {
  open([tomorrow({ countInStock: 0, cancelReason: "Flooded" })])

  expect(await findDate()).toHaveAccessibleName(expect.stringMatching(/^Friday Commander Night, .*, canceled$/))
  expect(calendarCalls().at(-1)!.url.searchParams.get("canceled")).toBe("true")
})

test("the calendar has a heading, three views and a link that skips it", async () => {
  const { user } = open([tomorrow()])
  await findDate()

  expect(screen.getByRole("heading", { level: 2, name: "Scheduled Events" })).toBeVisible()
  const views = within(screen.getByRole("group", { name: "View" })).getAllByRole("button")
  expect(views.map((view) => [view.textContent, view.getAttribute("aria-pressed")])).toEqual([
    ["Month", "true"],
    ["Week", "false"],
    ["Day", "false"],
  ])
  expect(screen.getAllByRole("columnheader").map((header) => header.textContent?.slice(0, 3))[0]).toBe("Sun")
  await user.click(screen.getByRole("link", { name: "Skip the calendar" }))
  expect(document.getElementById("after-calendar")).toHaveFocus()
})

test("the calendar requests only the days that it shows", async () => {
  const { user } = open([tomorrow()])
  await findDate()
  const { start, end } = Object.fromEntries(calendarCalls().at(-1)!.url.searchParams)
  const days = (Date.parse(end!) - Date.parse(start!)) / 86_400_000 + 1

  const sinceStart = (Date.parse(wallDay(Date.now())) - Date.parse(start!)) / 86_400_000
  expect(sinceStart, "the month view begins with this week").toBeLessThan(7)
  expect(sinceStart).toBeGreaterThanOrEqual(0)
  expect(days).toBe(35)
  expect(screen.getByRole("link", { name: "List" })).toHaveAttribute("href", `/page/1?from=${start}&to=${end}`)
  await user.click(screen.getByRole("button", { name: "Week" }))
  await waitFor(() => {
    const asked = Object.fromEntries(calendarCalls().at(-1)!.url.searchParams)
    expect((Date.parse(asked.end!) - Date.parse(asked.start!)) / 86_400_000 + 1).toBe(7)
  })
  expect(screen.getByRole("button", { name: "Next week" })).toBeVisible()
})

test("hours are in the shop's time zone, wherever the visitor is", () => {
  const date = tomorrow({ startTime: "2026-12-05T03:00:00Z", endTime: "2026-12-05T06:00:00Z" })

  expect(calendarEvent(date)).toMatchObject({ start: "2026-12-04T19:00", end: "2026-12-04T22:00" })
})

test("a day's hours begin at eight, or with the earliest event in the shop's time zone", () => {
  const at = (startTime: string) => ({ startTime })

  expect(firstHour([])).toBe("08:00:00")
  expect(firstHour([at("2026-12-05T03:00:00Z")])).toBe("08:00:00")
  expect(firstHour([at("2026-12-05T03:00:00Z"), at("2026-12-05T14:30:00Z")])).toBe("06:00:00")
})

const range = (day: string, today: string) => {
  const { start, end } = monthRange(new Date(`${day}T12:00:00Z`), new Date(`${today}T22:30:00Z`))
  return [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)]
}

test.each([
  ["a day within a week", "2026-11-25", ["2026-11-22", "2026-12-27"]],
  ["a Sunday", "2026-11-22", ["2026-11-22", "2026-12-27"]],
  ["a Saturday", "2026-11-28", ["2026-11-22", "2026-12-27"]],
  ["the first day of a month", "2026-12-01", ["2026-11-29", "2027-01-03"]],
])("the current month begins with this week and has five weeks, on %s", (_, today, days) => {
  expect(range(today, today)).toEqual(days)
})

test("the current month begins with this week, whichever of its days is asked for", () => {
  expect(range("2026-11-01", "2026-11-25")).toEqual(["2026-11-22", "2026-12-27"])
})

test("another month begins with its first day and ends with its last", () => {
  expect(range("2026-12-25", "2026-11-25")).toEqual(["2026-12-01", "2027-01-01"])
})

test("a date opens its card by keyboard; Esc closes it and returns the focus", async () => {
  const date = tomorrow()
  const { user } = open([date])
  const event = await findDate()
  event.focus()
  await user.keyboard("{Enter}")
  const card = await screen.findByRole("dialog", { name: /^Event details, Friday Commander Night, \w+, \w+ \d+$/ })

  expect(within(card).getByRole("heading", { name: /^Friday Commander Night on / })).toHaveFocus()
  expect(within(card).getByRole("link", { name: /^RSVP for/ })).toHaveAttribute(
    "href",
    paths.event(date._id, date.startTime),
  )
  expect(within(card).queryByRole("button", { name: /Archive|Snooze/ })).not.toBeInTheDocument()
  await user.keyboard("{Escape}")
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  expect(event).toHaveFocus()
})

test("staff hide an event or cancel its date from the card, each after a question", async () => {
  const { user } = open([tomorrow({ isRecurring: true })], { as: staff() })
  await user.click(await findDate())
  await user.click(await screen.findByText("Archive series"))
  const hide = within(await screen.findByRole("alertdialog", { name: "Hide Friday Commander Night?" }))
  await user.click(hide.getByRole("button", { name: "Cancel" }))
  await user.click(screen.getByText("Snooze this date"))

  expect(await screen.findByRole("alertdialog", { name: /^Cancel Friday Commander Night on / })).toBeVisible()
  expect(requests("POST")).toEqual([])
})

test("60rem high, steps of 30 minutes, a long press of 250 ms, and weeks from Sunday on as in the United States", async () => {
  type Options = ComponentProps<typeof FullCalendar>
  const drawn = vi.spyOn(FullCalendar as unknown as { render: (options: Options) => ReactNode }, "render")
  open([tomorrow()])
  await screen.findByTestId("calendar-event")

  expect(document.querySelector(".shop-calendar")).toHaveClass("h-[60rem]")
  expect(drawn.mock.lastCall![0], "a long press can't be timed here").toMatchObject({
    height: "100%",
    slotDuration: "00:30:00",
    longPressDelay: 250,
    firstDay: 0,
    locale: "en-US",
    initialView: "month",
  })
})
