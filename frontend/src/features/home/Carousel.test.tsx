import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDate } from "~/api/types"
import { nextOfEach } from "~/shared/card/DateCard"
import { formatLongDay, formatShortDate } from "~/lib/time/dates"
import { wallDay } from "~/lib/time/wallClock"
import { aProductDate, inDays } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anEmptyShop, withFurtherDates } from "~/testing/pages/anEmptyShop"
import { renderAt, spoken } from "~/testing/renderAt"
import { answer, requests } from "~/testing/server"

const ZONE = "America/Los_Angeles"
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
  expect(all[0]).toHaveTextContent(`${formatShortDate(weekly.startTime, ZONE)} - Weekly`)
  expect(await carousel()).toHaveAttribute("aria-roledescription", "carousel")
})

test("the accessible name of a slide is its event and day, not all of its text", async () => {
  const weekly = anEvent("Weekly", 2, { description: "A long story." })
  open([weekly, anEvent("Once", 3)])

  const [slide] = await slides()
  const name = `Weekly, ${formatLongDay(weekly.startTime, ZONE)}`
  expect(within(slide!).getByRole("figure")).toHaveAccessibleName(name)
})

test("dates are requested from the current day in the shop's time zone", async () => {
  open([anEvent("Once", 3), anEvent("Twice", 4)])
  await carousel()

  const asked = requests("/api/products/all")[0]!
  expect(asked.url.searchParams.get("start")).toBe(wallDay(Date.now(), ZONE))
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
