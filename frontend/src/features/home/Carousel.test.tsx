import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDate } from "~/api/types"
import { nextOfEach } from "~/shared/card/nextOfEach"
import { formatLongDay, formatShortDate } from "~/lib/time/dates"
import { wallDay } from "~/lib/time/wallClock"
import { aProductDate, inDays } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anEmptyShop } from "~/testing/pages/anEmptyShop"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"
import { spoken } from "~/testing/spoken"

const ZONE = "America/Los_Angeles"
const anEvent = (name: string, days: number, over: Partial<ProductDate> = {}) =>
  aProductDate({ name, title: name, startTime: inDays(days), ...over })

function open(dates: ProductDate[]) {
  onALargeScreen()
  anEmptyShop()
  answer("/api/products/all", dates)
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
  open([weekly])

  const [slide] = await slides()
  const name = `Weekly, ${formatLongDay(weekly.startTime, ZONE)}`
  expect(within(slide!).getByRole("figure")).toHaveAccessibleName(name)
})

test("dates are requested from the current day in the shop's time zone", async () => {
  open([anEvent("Once", 3)])
  await carousel()

  const asked = calls.find((call) => call.url.pathname === "/api/products/all")!
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

test("nothing is announced before a button is pressed", async () => {
  open([anEvent("First", 2), anEvent("Second", 3)])
  await carousel()

  expect(screen.queryByText(/^Slide /, spoken)).not.toBeInTheDocument()
})

test("there are at most twelve slides", async () => {
  open(Array.from({ length: 14 }, (_, index) => anEvent(`Event ${index}`, index + 1)))

  expect(await slides()).toHaveLength(12)
})

test("a date that has started isn't an event's next date", () => {
  const first = anEvent("Weekly", 1)
  const later = { ...first, startTime: inDays(8) }

  expect(nextOfEach([first, later], Date.parse(first.startTime))).toEqual([later])
})

test("the carousel leaves out the events that are listed above it, unless there are no others", async () => {
  const listed = aProductDate({ name: "Listed", title: "Listed" })
  const other = aProductDate({ name: "Other", title: "Other", startTime: inDays(20) })
  onALargeScreen()
  anEmptyShop()
  answer("/api/products", { products: [listed], page: 1, pages: 1, total: 1 })
  answer("/api/products/all", [listed, other])
  renderAt("/")

  const [only, ...more] = await slides()
  expect(only).toHaveTextContent("Other")
  expect(more).toEqual([])
})
