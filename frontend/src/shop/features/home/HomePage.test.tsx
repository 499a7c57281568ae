import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDate } from "~/common/api/types"
import { formatLongDay, formatShortDate } from "~/common/lib/time/dates"
import { wallDay } from "~/common/lib/time/wallClock"
import { paths } from "~/shop/paths"
import { nextOfEach } from "~/shop/shared/card/DateCard"
import { setShop } from "~/shop/state/shop"
import { aProductDate, inDays } from "~/testing/factories"
import { answer, calls, hold, onALargeScreen, renderAt, requests, spoken } from "~/testing/browser"
import { anEmptyShop, withFurtherDates } from "~/testing/anEmptyShop"

function answerDates(dates: ProductDate[], options?: { until: Promise<void> }) {
  const events = new Set(dates.map(({ _id }) => _id)).size
  answer("/api/products", { products: dates, page: 1, pages: 1, total: dates.length, events }, 200, options)
}

const sixEvents = () =>
  Array.from({ length: 6 }, (_, index) => aProductDate({ name: `Event ${index + 1}`, startTime: inDays(index + 1) }))

const upcoming = () => screen.findByRole("region", { name: "Upcoming events" })
const cardNames = async () => {
  const names = await within(await upcoming()).findAllByRole("heading", { level: 3 })
  return names.map((name) => within(name).getByRole("link").textContent)
}

test("the hero shows the shop's name and welcome text, with links to the events and the story", async () => {
  setShop({ name: "Foam & Felt", welcome: ["Cards, drinks and a good cause.", "Come by!"] })
  answerDates([aProductDate()])
  renderAt("/")

  const heading = await screen.findByRole("heading", { level: 1, name: "Welcome to Foam & Felt" })
  expect(heading).toBeVisible()
  expect(screen.getByText("Cards, drinks and a good cause.")).toBeInTheDocument()
  expect(screen.getByRole("link", { name: "See events" })).toHaveAttribute("href", "/#events")
  expect(screen.queryByRole("link", { name: "All dates" })).not.toBeInTheDocument()
  expect(screen.getByRole("link", { name: "Our Story" })).toHaveAttribute("href", "/about")
  await waitFor(() => expect(document.title).toBe("Foam & Felt"))
})

test("the hero says what the season has raised, and leads to the ledger", async () => {
  const summary = "$1,562 for Food Bank since September: 867 meals."
  const none = { raised: 1562, tickets: 1562, gifts: 0, fees: 0, returned: 0, asOf: "2026-11-23T20:00:00Z" }
  answer("/api/giving/raised", { ...none, summary })
  answerDates([aProductDate()])
  renderAt("/")

  expect(await screen.findByRole("link", { name: summary })).toHaveAttribute("href", "/ledger")
})

test("without a goal, the hero says who gets what is left", async () => {
  setShop({ cause: "What is left after costs goes to Food Bank." })
  answerDates([aProductDate()])
  renderAt("/")

  expect(await screen.findByText("What is left after costs goes to Food Bank.")).toBeVisible()
})

test("the next five dates are listed in order, each with a link to the date", async () => {
  const events = sixEvents()
  answerDates([...events, { ...events[0]!, startTime: inDays(8) }])
  renderAt("/")

  expect(await cardNames()).toEqual(["Event 1", "Event 2", "Event 3", "Event 4", "Event 5"])
  expect(within(await upcoming()).getByRole("link", { name: "Event 2" })).toHaveAttribute(
    "href",
    paths.event(events[1]!._id, events[1]!.startTime),
  )
  const all = within(await upcoming()).getAllByRole("link", { name: "See all 6 events" })
  expect(all.map((link) => link.getAttribute("href"))).toEqual([paths.allDates(), paths.allDates()])
})

const aFullDate = (name: string, days: number) => aProductDate({ name, startTime: inDays(days), countInStock: 0 })

test("five full dates don't hide the later ones that have seats", async () => {
  const full = Array.from({ length: 5 }, (_, index) => aFullDate(`Full ${index + 1}`, index + 1))
  answerDates([
    ...full,
    ...["Free 1", "Free 2"].map((name, index) => aProductDate({ name, startTime: inDays(6 + index) })),
  ])
  renderAt("/")

  expect(await cardNames()).toEqual(["Free 1", "Free 2", "Full 1", "Full 2", "Full 3"])
})

test("no event takes two cards of a row before all others with seats have one", async () => {
  const [first, second, third] = sixEvents()
  answerDates([first!, { ...first!, startTime: inDays(8) }, second!, aFullDate("Full", 2.5), third!])
  renderAt("/")

  expect(await cardNames()).toEqual(["Event 1", "Event 2", "Event 3", "Event 1", "Full"])
})

test("a daily event has no third card before another one has its second", async () => {
  const [daily, weekly] = sixEvents()
  const days = [1, 2, 3].map((day) => ({ ...daily!, startTime: inDays(day) }))
  answerDates([...days, { ...weekly!, startTime: inDays(4) }, { ...weekly!, startTime: inDays(11) }])
  renderAt("/")

  expect(await cardNames()).toEqual(["Event 1", "Event 2", "Event 1", "Event 2", "Event 1"])
})

test("on a large screen the first event with seats is beside the welcome, and on no card, even at a later date", async () => {
  const [first, ...others] = sixEvents()
  onALargeScreen()
  anEmptyShop()
  answerDates([aFullDate("Full", 0.5), first!, { ...first!, startTime: inDays(1.5) }, ...others.slice(0, 4)])
  renderAt("/")

  expect(await screen.findByRole("heading", { level: 2, name: /^Event 1 on / })).toBeVisible()
  expect(await cardNames()).toEqual(["Event 2", "Event 3", "Event 4", "Event 5", "Full"])
})

test("on a phone, which has no calendar, the list of all dates is in its place", async () => {
  answerDates([aProductDate()])
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0, facets: {} })
  const { address } = renderAt(paths.scheduled())

  await waitFor(() => expect(address()).toBe(paths.allDates()))
  expect(await screen.findByRole("heading", { level: 1, name: "Events" })).toBeVisible()
})

test("if there is only one event, a large screen lists its later dates", async () => {
  const weekly = aProductDate({ name: "Weekly", startTime: inDays(1) })
  onALargeScreen()
  anEmptyShop()
  answerDates([weekly, { ...weekly, startTime: inDays(8) }])
  renderAt("/")

  expect(await cardNames()).toEqual(["Weekly"])
})

test("while the events load, this is announced once", async () => {
  const dates = hold()
  answerDates([aProductDate()], dates)
  renderAt("/")

  expect(await within(await upcoming()).findByText("Loading the events…")).toBeInTheDocument()
  dates.release()
  expect(await within(await upcoming()).findByRole("heading", { level: 3 })).toBeVisible()
})

test("phones request only the list: no calendar, no carousel", async () => {
  answerDates([...sixEvents(), aProductDate({ startTime: inDays(7) })])
  renderAt("/")
  await cardNames()

  expect(calls.map((call) => call.url.pathname + call.url.search)).toEqual(["/api/products?view=dates"])
  expect(screen.queryByRole("region", { name: "Featured events" })).not.toBeInTheDocument()
})

test("without events, visitors can be told about the next one", async () => {
  answerDates([])
  const { user } = renderAt("/")
  const link = await screen.findByRole("link", { name: "Get told about the next one" })

  expect(link).toHaveAttribute("href", "/calendar.ics")
  expect(screen.queryByRole("link", { name: "See events" })).not.toBeInTheDocument()
  await user.click(link)

  expect(await screen.findByRole("dialog", { name: "Get told about the next one" })).toBeVisible()
})

test("with few events, what follows waits until it is known how far the season has come", async () => {
  const late = hold()
  answerDates([])
  answer("/api/giving/raised", { raised: 12, target: 300, asOf: inDays(0) }, 200, late)
  renderAt("/")
  await screen.findByText("No events are scheduled right now. Check back soon.")
  expect(screen.queryByRole("link", { name: "Create an Account" })).not.toBeInTheDocument()

  late.release()

  expect(await screen.findByRole("link", { name: "Create an Account" })).toBeVisible()
  expect(screen.getByRole("heading", { name: "For Charity Card Shop so far: $12.00 of $300.00" })).toBeVisible()
})

const anEvent = (name: string, days: number, over: Partial<ProductDate> = {}) =>
  aProductDate({ name, title: name, startTime: inDays(days), ...over })

function open(dates: ProductDate[]) {
  onALargeScreen()
  anEmptyShop()
  withFurtherDates(dates)
  return renderAt("/")
}

const carousel = () => screen.findByRole("region", { name: "Featured events" })
const slides = async () => within(await carousel()).getAllByRole("group", { hidden: true })
const shown = async () => (await slides()).filter((slide) => !slide.hasAttribute("inert"))

test("each event has one slide with its next date and title", async () => {
  const weekly = anEvent("Weekly", 2)
  open([weekly, anEvent("Once", 3), { ...weekly, startTime: inDays(9) }])

  const all = await slides()
  expect(all.map((slide) => slide.getAttribute("aria-label"))).toEqual(["1 of 2", "2 of 2"])
  expect(all[0]).toHaveAttribute("aria-roledescription", "slide")
  expect(all[0]).toHaveTextContent(`${formatShortDate(weekly.startTime)} - Weekly`)
  expect(await carousel()).toHaveAttribute("aria-roledescription", "carousel")
})

test("the accessible name of a slide is its event and day, not all of its text", async () => {
  const weekly = anEvent("Weekly", 2, { description: "A long story." })
  open([weekly, anEvent("Once", 3)])

  const [slide] = await slides()
  const name = `Weekly, ${formatLongDay(weekly.startTime)}`
  expect(within(slide!).getByRole("figure")).toHaveAccessibleName(name)
})

test("dates are requested from the current day in the shop's time zone", async () => {
  open([anEvent("Once", 3), anEvent("Twice", 4)])
  await carousel()

  const asked = requests("/api/products/all")[0]!
  expect(asked.url.searchParams.get("start")).toBe(wallDay(Date.now()))
})

test("Next and Previous wrap around, announce the slide, and make the other slides inert", async () => {
  const { user } = open([anEvent("First", 2), anEvent("Second", 3), anEvent("Third", 4)])
  const next = within(await carousel()).getByRole("button", { name: "Next" })

  expect((await shown()).map((slide) => slide.getAttribute("aria-label"))).toEqual(["1 of 3"])
  await user.click(within(await carousel()).getByRole("button", { name: "Previous" }))
  expect((await shown()).map((slide) => slide.getAttribute("aria-label"))).toEqual(["3 of 3"])
  expect(screen.getByText(/^Slide 3 of 3: .* - Third$/, spoken)).toBeInTheDocument()
  await user.click(next)
  await user.click(next)
  expect((await shown()).map((slide) => slide.getAttribute("aria-label"))).toEqual(["2 of 3"])
})

test("a date that has started isn't an event's next date", () => {
  const first = anEvent("Weekly", 1)
  const later = { ...first, startTime: inDays(8) }

  expect(nextOfEach([first, later], Date.parse(first.startTime))).toEqual([later])
})

/** Opens a shop with these numbers of events: on the screen above the carousel, and further ones. */
function openWith(shown: number, further: number) {
  const events = Array.from({ length: shown + further }, (_, index) => anEvent(`Event ${index + 1}`, index + 1))
  onALargeScreen()
  anEmptyShop()
  answer("/api/products", { products: events.slice(0, 10), page: 1, pages: 1, total: events.length })
  answer("/api/products/all", events)
  return renderAt("/")
}

test("the carousel leaves out the events that are shown above it", async () => {
  openWith(6, 2)

  const [first, second, ...more] = await slides()
  expect(first).toHaveTextContent("Event 7")
  expect(second).toHaveTextContent("Event 8")
  expect(more).toEqual([])
})

test.each([0, 1, 3, 6])("with %i events, all are above, and there is neither carousel nor calendar", async (shown) => {
  openWith(shown, 0)

  const calendar = () => screen.queryByRole("heading", { name: "Scheduled Events" })
  await waitFor(() => expect(calendar()).not.toBeInTheDocument())
  expect(screen.queryByText("Loading events…")).not.toBeInTheDocument()
})
