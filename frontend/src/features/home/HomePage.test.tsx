import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDate } from "~/api/types"
import { paths } from "~/paths"
import { setShop } from "~/state/shop"
import { aProductDate, inDays } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anEmptyShop } from "~/testing/pages/anEmptyShop"
import { renderAt } from "~/testing/renderAt"
import { answer, calls, hold } from "~/testing/server"

function answerDates(dates: ProductDate[], options?: { until: Promise<void> }) {
  answer("/api/products", { products: dates, page: 1, pages: 1, total: dates.length }, 200, options)
  answer("/api/giving/raised", { message: "There is no goal." }, 404)
}

const sixEvents = () =>
  Array.from({ length: 6 }, (_, index) => aProductDate({ name: `Event ${index + 1}`, startTime: inDays(index + 1) }))

const upcoming = () => screen.findByRole("region", { name: "Upcoming events" })
const cardNames = async () => {
  const names = await within(await upcoming()).findAllByRole("heading", { level: 3 })
  return names.map((name) => within(name).getByRole("link").textContent)
}

test("the hero shows the shop's name and welcome text, with links to the events and the story", async () => {
  setShop({ name: "Foam & Felt", welcome: "Cards, drinks and a good cause." })
  answerDates([aProductDate()])
  renderAt("/")

  const heading = await screen.findByRole("heading", { level: 1, name: "Welcome to Foam & Felt" })
  expect(heading).toBeVisible()
  expect(screen.getByText("Cards, drinks and a good cause.")).toBeInTheDocument()
  expect(screen.getByRole("link", { name: "See events" })).toHaveAttribute("href", "/#events")
  expect(screen.getByRole("link", { name: "All dates" })).toHaveAttribute("href", paths.allDates())
  expect(screen.getByRole("link", { name: "Our Story" })).toHaveAttribute("href", "/about")
  await waitFor(() => expect(document.title).toBe("Foam & Felt"))
})

test("the next five dates are listed in order, each with a link to the date", async () => {
  const events = sixEvents()
  answerDates(events)
  renderAt("/")

  expect(await cardNames()).toEqual(["Event 1", "Event 2", "Event 3", "Event 4", "Event 5"])
  expect(within(await upcoming()).getByRole("link", { name: "Event 2" })).toHaveAttribute(
    "href",
    paths.event(events[1]!._id, events[1]!.startTime),
  )
  const all = within(await upcoming()).getAllByRole("link", { name: "See all 6 dates" })
  expect(all.map((link) => link.getAttribute("href"))).toEqual([paths.allDates(), paths.allDates()])
})

test("on a phone, which has no calendar, the list of all dates is in its place", async () => {
  answerDates([aProductDate()])
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0, facets: {} })
  const { address } = renderAt(paths.scheduled())

  await waitFor(() => expect(address()).toBe(paths.allDates()))
  expect(await screen.findByRole("heading", { level: 1, name: "Events" })).toBeVisible()
})

test("on a large screen the first event is beside the welcome and not on the cards, even at a later date", async () => {
  const events = sixEvents()
  onALargeScreen()
  anEmptyShop()
  answerDates([events[0]!, events[1]!, { ...events[0]!, startTime: inDays(2) }, ...events.slice(2)])
  renderAt("/")

  expect(await screen.findByRole("heading", { level: 2, name: /^Event 1 on / })).toBeVisible()
  expect(await cardNames()).toEqual(["Event 2", "Event 3", "Event 4", "Event 5", "Event 6"])
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

test("a list that fails to load shows the reason once, in a toast, and can be retried", async () => {
  answer("/api/products", { message: "The shop is busy right now." }, 500)
  const { user } = renderAt("/")

  expect(await screen.findByText("We couldn't load the events.")).toBeVisible()
  expect(await screen.findByText("The shop is busy right now.")).toBeVisible()
  answerDates([aProductDate({ name: "Back again" })])
  await user.click(screen.getByRole("button", { name: "Try again" }))

  expect(await within(await upcoming()).findByRole("heading", { name: /^Back again on / })).toBeVisible()
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

test("with few events, what follows waits until it is known what was raised", async () => {
  const late = hold()
  answerDates([])
  answer("/api/giving/raised", { raised: 12, target: 300, asOf: inDays(0) }, 200, late)
  renderAt("/")
  await screen.findByText("No events are scheduled right now. Check back soon.")
  expect(screen.queryByRole("link", { name: "Create an Account" })).not.toBeInTheDocument()

  late.release()

  expect(await screen.findByRole("link", { name: "Create an Account" })).toBeVisible()
  expect(screen.getByRole("heading", { name: "Raised so far: $12.00 of $300.00" })).toBeVisible()
})
