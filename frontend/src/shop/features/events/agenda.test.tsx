import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { UpcomingProduct } from "~/common/api/types"
import { wallDay } from "~/common/lib/time/wallClock"
import { paths } from "~/shop/paths"
import { aDate, anUpcoming } from "~/testing/factories"
import { answer, calls, renderAt } from "~/testing/browser"

const games = { category: ["Magic", "Lorcana"], cardSet: ["Foundations"], format: ["Commander", "Draft"] }
const facets = { ...games, eventLocation: ["Foam & Felt"], weekday: ["4"], priceMax: ["12.00"], seats: ["24"] }

function answerDates(products: UpcomingProduct[], over: { page?: number; pages?: number; total?: number } = {}) {
  answer("/api/products", { products, page: 1, pages: 1, total: products.length, facets, ...over })
}

const lastQuery = () => Object.fromEntries(calls.at(-1)!.url.searchParams)

test("the list covers 30 days and ends with a link to all upcoming dates", async () => {
  answerDates([anUpcoming()])
  const { user, address } = renderAt("/page/1")

  expect((await screen.findAllByText("1 event in the next 30 days"))[0]).toBeVisible()
  const ahead = Date.parse(lastQuery().to!) - Date.parse(wallDay(Date.now()))
  expect(Math.round(ahead / (24 * 60 * 60 * 1000))).toBe(30)

  await user.click(screen.getByRole("link", { name: "All upcoming dates" }))
  await waitFor(() => expect(address()).toBe("/page/1?when=all"))
  await waitFor(() => expect(lastQuery()).toEqual({ view: "upcoming", pageNumber: "1" }))
})

test("a search covers all upcoming dates", async () => {
  answerDates([anUpcoming()])
  renderAt(paths.dates(1, "lantern"))
  await screen.findByText("1 event")

  expect(lastQuery()).toEqual({ view: "upcoming", pageNumber: "1", keyword: "lantern" })
})

test("a list without events in 30 days says so and links to all upcoming dates", async () => {
  answerDates([])
  renderAt("/page/1")

  expect((await screen.findAllByText("No events in the next 30 days."))[0]).toBeVisible()
  expect(screen.getByRole("link", { name: "All upcoming dates" })).toHaveAttribute("href", "/page/1?when=all")
})

test("a filtered list has a calendar to subscribe to, without the filters by day and seats", async () => {
  answerDates([anUpcoming()])
  renderAt(`${paths.dates(1, "elf orc")}?category=Magic&seats=2&from=2026-12-01`)

  const link = await screen.findByRole("link", { name: "Subscribe to these events" })

  expect(link).toHaveAttribute("href", "/calendar.ics?category=Magic&keyword=elf+orc")
})

test("an event has one card, with links to the dates after its next one", async () => {
  const later = [
    aDate({ startTime: "2027-01-08T03:00:00Z" }),
    aDate({ startTime: "2027-01-15T03:00:00Z", countInStock: 0 }),
  ]
  answerDates([anUpcoming({ _id: "a1", name: "Weekly", startTime: "2027-01-01T03:00:00Z", furtherDates: later })])
  renderAt(paths.dates())

  const further = within(await screen.findByRole("list", { name: "More dates of Weekly" }))
  expect(further.getByRole("link", { name: "Thu, Jan 7 · 7:00 PM" })).toHaveAttribute(
    "href",
    "/product/a1?rsvpDate=2027-01-08T03%3A00%3A00Z",
  )
  expect(further.getByText("(sold out)", { exact: false })).toHaveTextContent("Thu, Jan 14 · 7:00 PM (sold out)")
})

test("a canceled date between an event's dates is struck through", async () => {
  const canceled = (startTime: string) => ({ startTime, endTime: startTime, reason: "Flooded" })
  answerDates([
    anUpcoming({
      name: "Weekly",
      startTime: "2027-01-01T03:00:00Z",
      furtherDates: [aDate({ startTime: "2027-01-15T03:00:00Z" })],
      canceledDates: [canceled("2027-01-08T03:00:00Z"), canceled("2027-03-05T03:00:00Z")],
    }),
  ])
  renderAt(paths.dates())

  const further = within(await screen.findByRole("list", { name: "More dates of Weekly" }))
  const [first, second, ...others] = further.getAllByRole("listitem")
  expect(first).toHaveTextContent("Thu, Jan 7 · 7:00 PM (canceled)")
  expect(within(first!).getByText("Thu, Jan 7 · 7:00 PM").tagName).toBe("S")
  expect(second).toHaveTextContent(/^Thu, Jan 14 · 7:00 PM$/)
  expect(others).toEqual([])
})
