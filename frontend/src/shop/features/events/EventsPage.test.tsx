import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { expect, test } from "vitest"
import type { UpcomingProduct } from "~/common/api/types"
import { wallDay } from "~/common/lib/time/wallClock"
import { paths } from "~/shop/paths"
import { aDate, anUpcoming, aUserInfo } from "~/testing/factories"
import { answer, calls, hold, renderAt, spoken } from "~/testing/browser"

const games = { category: ["Magic", "Lorcana"], cardSet: ["Foundations"], format: ["Commander", "Draft"] }
const numbers = { weekday: ["0", "4", "6"], priceMax: ["0.00", "12.00", "25.00"], seats: ["0", "3", "24"] }
const facets = { ...games, ...numbers, eventLocation: ["Foam & Felt"] }

function answerDates(products: UpcomingProduct[], over: { page?: number; pages?: number; total?: number } = {}) {
  answer("/api/products", { products, page: 1, pages: 1, total: products.length, facets, ...over })
}

const lastQuery = () => Object.fromEntries(calls.at(-1)!.url.searchParams)
const field = (label: string) => screen.getByLabelText(label)

async function openFilters(user: UserEvent) {
  await user.click(screen.getByRole("button", { name: /^Filters/ }))
  return within(await screen.findByRole("dialog", { name: "Filters" }))
}

test("events are grouped by month in the venue's time zone", async () => {
  // 3:00 UTC on the first of a month is still the last evening of the month before at the venue.
  const eve = "2027-01-01T03:00:00Z"
  const row = (name: string, startTime: string) =>
    [1, 2, 3].map((card) => anUpcoming({ _id: `${name}${card}`, name: `${name} ${card}`, startTime }))
  answerDates([...row("New Year's Eve", eve), ...row("After", "2027-01-02T03:00:00Z")])
  renderAt(paths.dates())

  expect(
    within(await screen.findByRole("region", { name: "December 2026" })).getByText("New Year's Eve 3"),
  ).toBeVisible()
  expect(within(screen.getByRole("region", { name: "January 2027" })).getByText("After 1")).toBeVisible()
})

test("an only card stands under no heading of a month", async () => {
  answerDates([anUpcoming()])
  renderAt(paths.dates())

  expect(await screen.findByRole("heading", { level: 2, name: /20\d\d$/ })).toHaveClass("sr-only")
})

test("search, days, place and format are in sight, and the dialog has others only with a choice", async () => {
  answerDates([anUpcoming()])
  const { user } = renderAt(paths.dates())
  await screen.findByRole("option", { name: "Draft" })
  for (const name of ["Search events", "From", "Until", "Place", "Format"]) expect(field(name)).toBeVisible()
  expect(screen.queryByLabelText("Category")).not.toBeInTheDocument()

  const dialog = await openFilters(user)

  expect(dialog.getByLabelText("Category")).toBeVisible()
  expect(dialog.queryByLabelText("Card Set")).not.toBeInTheDocument() // all are Foundations
  for (const name of ["From", "Until", "Place", "Format"]) expect(dialog.queryByLabelText(name)).not.toBeInTheDocument() // nothing is there twice
})

test("weekday, price and seats left offer what leaves some events out, and not all", async () => {
  answerDates([anUpcoming()])
  const { user } = renderAt(paths.dates())
  await screen.findByRole("option", { name: "Draft" })
  const dialog = await openFilters(user)
  const options = (label: string) =>
    within(dialog.getByLabelText(label))
      .getAllByRole("option")
      .map((option) => option.textContent)

  expect(options("Weekday")).toEqual(["Any day", "Sunday", "Monday", "Friday"])
  expect(options("Price before sales tax")).toEqual([
    "Any price",
    "Free",
    "Up to $5",
    "Up to $10",
    "Up to $15",
    "Up to $20",
  ])
  expect(options("Seats left").slice(1, 3)).toEqual(["Not sold out", "2 seats or more"])
})

test("upcoming events that are alike have nothing else to filter by", async () => {
  const alike = { category: ["Magic"], cardSet: [], weekday: ["4"], priceMax: ["12.00"], seats: ["24"] }
  answer("/api/products", { products: [anUpcoming()], page: 1, pages: 1, total: 1, facets: { ...facets, ...alike } })
  const { user } = renderAt(paths.dates())
  await screen.findByRole("option", { name: "Draft" })
  const dialog = await openFilters(user)

  expect(dialog.queryByRole("combobox")).not.toBeInTheDocument()
  expect(dialog.getByText(/^All upcoming events have the same category/)).toBeVisible()
})

test("a filter from the URL can be changed even if there is no other value", async () => {
  answerDates([anUpcoming()])
  const { user } = renderAt("/page/1?cardSet=Foundations")
  await screen.findByText("1 event")

  expect((await openFilters(user)).getByLabelText("Card Set")).toHaveValue("Foundations")
})

test("a link before the filters skips to the results", async () => {
  answerDates([anUpcoming({ name: "Cube night" })])
  const { user } = renderAt(paths.dates())
  await screen.findByText("Cube night")
  screen.getByRole("link", { name: "View calendar" }).focus()

  await user.tab()
  expect(screen.getByRole("link", { name: "Skip to results" })).toHaveFocus()
  await user.keyboard("{Enter}{Tab}")

  expect(screen.getByRole("link", { name: "Cube night" })).toHaveFocus()
})

test("filters in the URL are sent and selected; unknown parameters are ignored", async () => {
  answerDates([anUpcoming()])
  const { user } = renderAt("/page/1?category=Magic&weekday=4&eventLocation=Foam+%26+Felt&evil=1")
  await screen.findByText("1 event")

  const asked = { category: "Magic", weekday: "4", eventLocation: "Foam & Felt" }
  expect(lastQuery()).toEqual({ view: "upcoming", pageNumber: "1", ...asked })
  expect(field("Place")).toHaveValue("Foam & Felt")
  const dialog = await openFilters(user)
  expect(dialog.getByLabelText("Category")).toHaveValue("Magic")
  expect(dialog.getByLabelText("Weekday")).toHaveDisplayValue("Friday")
})

test("a filter updates the URL, starts at page 1, and keeps the focus", async () => {
  answerDates([anUpcoming()], { page: 3, pages: 4, total: 40 })
  const { user, address } = renderAt("/page/3?category=Magic")
  await screen.findByRole("option", { name: "Foam & Felt" })
  await user.selectOptions(field("Place"), "Foam & Felt")

  await waitFor(() => expect(address()).toBe("/page/1?category=Magic&eventLocation=Foam+%26+Felt"))
  await waitFor(() =>
    expect(lastQuery()).toEqual({
      view: "upcoming",
      pageNumber: "1",
      category: "Magic",
      eventLocation: "Foam & Felt",
    }),
  )
  await waitFor(() => expect(field("Place")).toHaveFocus())
})

test("a search keeps the filters, and an empty one shows the whole list again", async () => {
  answerDates([anUpcoming()])
  const { user, address } = renderAt("/page/1?format=Draft")
  await user.type(await screen.findByRole("searchbox", { name: "Search events" }), "moon cube{Enter}")

  await screen.findByRole("heading", { level: 1, name: "Events for “moon cube”" })
  expect(address()).toBe("/search/moon%20cube/page/1?format=Draft")
  await user.clear(screen.getByRole("searchbox", { name: "Search events" }))
  await user.click(screen.getByRole("button", { name: "Search" }))
  await waitFor(() => expect(address()).toBe("/page/1?format=Draft"))
})

test.each([
  ["2/3", "/search/2%2F3/page/1"],
  ["100% a%b?#\\+ 🎲", "/search/100%25%20a%25b%3F%23%5C%2B%20%F0%9F%8E%B2/page/1"],
  [".", "/page/1?keyword=."],
  ["..", "/page/1?keyword=.."],
  ["a/../b", "/page/1?keyword=a%2F..%2Fb"],
  ["/", "/page/1?keyword=%2F"],
  ["%2F", "/page/1?keyword=%252F"],
])("a search for %s works typed, reloaded and on its next page", async (keyword, url) => {
  answerDates([anUpcoming()], { pages: 2 })
  const { user, address } = renderAt("/page/1")
  await user.click(await screen.findByRole("searchbox", { name: "Search events" }))
  await user.paste(` ${keyword} `)
  await user.keyboard("{Enter}")
  await screen.findByRole("heading", { level: 1, name: `Events for “${keyword}”` })
  expect(address()).toBe(url)
  cleanup()

  renderAt(url)

  await screen.findByRole("heading", { level: 1, name: `Events for “${keyword}”` })
  await waitFor(() => expect(lastQuery()).toEqual({ view: "upcoming", pageNumber: "1", keyword }))
  const next = await screen.findByRole("link", { name: "Next" })
  expect(next).toHaveAttribute("href", url.replace("page/1", "page/2"))
})

test("weekday, price, seats left and days are in the URL as the server expects them", async () => {
  answerDates([anUpcoming()])
  const { user, address } = renderAt("/page/1")
  await screen.findAllByText("1 event in the next 30 days")
  let dialog = await openFilters(user)
  await user.selectOptions(dialog.getByLabelText("Price before sales tax"), "Free")
  await user.selectOptions(dialog.getByLabelText("Weekday"), "Sunday")
  await user.click(dialog.getByRole("button", { name: "Show events" }))
  await waitFor(() => expect(address()).toBe("/page/1?weekday=6&priceMax=0"))
  dialog = await openFilters(user)
  await user.selectOptions(dialog.getByLabelText("Price before sales tax"), "Up to $20")
  await user.selectOptions(dialog.getByLabelText("Weekday"), "Any day")
  await user.selectOptions(dialog.getByLabelText("Seats left"), "4 seats or more")
  await user.click(dialog.getByRole("button", { name: "Show events" }))
  await waitFor(() => expect(address()).toBe("/page/1?priceMax=20&seats=4"))
  fireEvent.change(field("From"), { target: { value: "2026-12-04" } })
  fireEvent.blur(field("From"))

  await waitFor(() => expect(address()).toBe("/page/1?priceMax=20&seats=4&from=2026-12-04"))
  await waitFor(() =>
    expect(lastQuery()).toEqual({ view: "upcoming", pageNumber: "1", priceMax: "20", seats: "4", from: "2026-12-04" }),
  )
})

test("two filters changed in quick succession both apply", async () => {
  answerDates([anUpcoming()])
  const { address } = renderAt("/page/1")
  await screen.findAllByText("1 event in the next 30 days")
  act(() => {
    fireEvent.change(field("Place"), { target: { value: "Foam & Felt" } })
    fireEvent.change(field("From"), { target: { value: "2026-12-04" } })
    fireEvent.blur(field("From"))
  })

  await waitFor(() => expect(address()).toBe("/page/1?eventLocation=Foam+%26+Felt&from=2026-12-04"))
})

/** The pages that are asked for wait until it is released, as on a slow connection. */
function holdPages(): () => void {
  const held = hold()
  answer("/api/orders/next", { ticket: null, offer: null, decision: null, going: [] }, 200, held)
  return held.release
}

test("a page that comes late neither closes the filters nor loses what was chosen there meanwhile", async () => {
  answerDates([anUpcoming()])
  const release = holdPages()
  const { user, address } = renderAt("/page/3", { as: aUserInfo() })
  await screen.findByRole("option", { name: "Foam & Felt" })
  await user.selectOptions(field("Place"), "Foam & Felt")
  const dialog = await openFilters(user)
  await user.selectOptions(dialog.getByLabelText("Weekday"), "Sunday")

  release()
  await waitFor(() => expect(address()).toBe("/page/1?eventLocation=Foam+%26+Felt"))
  await waitFor(() => expect(lastQuery().eventLocation).toBe("Foam & Felt"))

  expect(screen.getByLabelText("Weekday")).toHaveDisplayValue("Sunday")
  await user.click(dialog.getByRole("button", { name: "Show events" }))
  await waitFor(() => expect(address()).toBe("/page/1?weekday=6&eventLocation=Foam+%26+Felt"))
})

test("a search and filters that are chosen while an earlier page is on its way are added to it", async () => {
  answerDates([anUpcoming()])
  const release = holdPages()
  const { user, address } = renderAt("/search/cube/page/1", { as: aUserInfo() })
  await screen.findByRole("option", { name: "Foam & Felt" })
  await user.clear(field("Search events"))
  await user.keyboard("{Enter}")
  await user.selectOptions(field("Place"), "Foam & Felt")
  const dialog = await openFilters(user)
  await user.selectOptions(dialog.getByLabelText("Weekday"), "Sunday")
  await user.click(dialog.getByRole("button", { name: "Show events" }))
  await user.type(field("Search events"), "draft{Enter}")
  expect(address()).toBe("/search/cube/page/1")

  release()

  await waitFor(() => expect(address()).toBe("/search/draft/page/1?weekday=6&eventLocation=Foam+%26+Felt"))
})

test("what is being typed when an earlier page comes stays", async () => {
  answerDates([anUpcoming()])
  const release = holdPages()
  const { user, address } = renderAt("/search/cube/page/1", { as: aUserInfo() })
  await screen.findByRole("option", { name: "Foam & Felt" })
  await user.clear(field("Search events"))
  await user.keyboard("{Enter}")
  await user.type(field("Search events"), "dra")
  fireEvent.change(field("From"), { target: { value: "2026-12-04" } })

  release()
  await waitFor(() => expect(address()).toBe("/page/1"))

  expect(field("Search events")).toHaveValue("dra")
  expect(field("From")).toHaveValue("2026-12-04")
  fireEvent.blur(field("From"))
  await waitFor(() => expect(address()).toBe("/page/1?from=2026-12-04"))
})

test("back from a search, the field says what the list shows, whatever was typed meanwhile", async () => {
  answerDates([anUpcoming()])
  const { user, router, address } = renderAt("/search/cube/page/1")
  await screen.findByRole("option", { name: "Foam & Felt" })
  await user.clear(field("Search events"))
  await user.keyboard("draft{Enter}")
  await waitFor(() => expect(address()).toBe("/search/draft/page/1"))
  await user.type(field("Search events"), " night")

  await act(() => router.navigate(-1))

  expect(address()).toBe("/search/cube/page/1")
  expect(field("Search events")).toHaveValue("cube")
})

test("a day that is only partly typed isn't applied", async () => {
  answerDates([anUpcoming()])
  const { user, address } = renderAt("/page/1?from=2026-12-04")
  await screen.findByText("1 event")
  fireEvent.change(field("From"), { target: { value: "0202-12-04" } })
  await user.tab()

  expect(address()).toBe("/page/1?from=2026-12-04")
})

test("an unusual price or number of seats in the URL is among the options, in order", async () => {
  answerDates([anUpcoming()])
  const { user } = renderAt("/page/1?priceMax=12.5&seats=5")
  await screen.findByText("1 event")
  const dialog = await openFilters(user)

  expect(dialog.getByLabelText("Price before sales tax")).toHaveDisplayValue("Up to $12.50")
  expect(dialog.getByLabelText("Seats left")).toHaveDisplayValue("5 seats or more")
  const prices = within(dialog.getByLabelText("Price before sales tax"))
    .getAllByRole("option")
    .map((option) => option.textContent)
  expect(prices.slice(3, 6)).toEqual(["Up to $10", "Up to $12.50", "Up to $15"])
})

test("on a large screen all filters can be cleared at once, and the search stays", async () => {
  answerDates([anUpcoming()])
  const { user, address } = renderAt("/search/cube/page/1?priceMax=20&weekday=4")
  await screen.findByText("1 event")
  await user.click(screen.getByRole("button", { name: "Clear filters" }))

  await waitFor(() => expect(address()).toBe("/search/cube/page/1"))
  await waitFor(() => expect(screen.queryByRole("button", { name: "Clear filters" })).not.toBeInTheDocument())
})

test("the announced number of events is cleared on another page", async () => {
  answerDates([anUpcoming()], { total: 17 })
  const { user } = renderAt("/search/cube/page/1")
  expect(await screen.findByText("17 events found", spoken)).toBeInTheDocument()

  await user.click(screen.getByRole("link", { name: "About Us" }))

  await screen.findByRole("heading", { name: "About Us" })
  expect(screen.queryByText("17 events found", spoken)).not.toBeInTheDocument()
})

test("the announced number of events is the displayed one", async () => {
  answerDates([anUpcoming()], { total: 17, pages: 2 })
  renderAt(paths.dates())

  await waitFor(() => expect(screen.getAllByText("17 events in the next 30 days", spoken)).toHaveLength(2))
})

test("pagination keeps the search and the filters", async () => {
  answerDates([anUpcoming()], { page: 2, pages: 4, total: 40 })
  renderAt("/search/cube/page/2?format=Draft")

  const pages = await screen.findByRole("navigation", { name: "Pages" })
  expect(within(pages).getByRole("link", { name: "Next" })).toHaveAttribute("href", "/search/cube/page/3?format=Draft")
  expect(within(pages).getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page")
  expect(lastQuery()).toEqual({ view: "upcoming", pageNumber: "2", keyword: "cube", format: "Draft" })
})

test("filters without a match are still selected, even by a value of no upcoming date, and can be cleared", async () => {
  answerDates([])
  const { user, address } = renderAt("/search/zzz/page/1?category=Pokemon&eventLocation=Attic")
  await screen.findAllByText("No events match.")
  expect(field("Place")).toHaveDisplayValue("Attic")
  const dialog = await openFilters(user)
  expect(dialog.getByLabelText("Category")).toHaveDisplayValue("Pokemon")
  await user.click(dialog.getByRole("button", { name: "Show events" }))
  await user.click(screen.getByRole("link", { name: "Clear filters" }))

  await waitFor(() => expect(address()).toBe("/page/1"))
})

test("a shop without events says so and has no filters to clear", async () => {
  answerDates([])
  renderAt("/page/1?when=all")

  expect(await screen.findByText("No events are scheduled right now. Check back soon.")).toBeVisible()
  expect(screen.queryByRole("link", { name: "Clear filters" })).not.toBeInTheDocument()
})

test("the filters of the dialog apply together; the button counts all", async () => {
  answerDates([anUpcoming()])
  const { user, address } = renderAt("/page/1?category=Magic&format=Draft")
  await screen.findByText("1 event")
  expect(screen.getByRole("button", { name: "Filters (2)" })).toBeVisible()
  expect(screen.queryByLabelText("Category")).not.toBeInTheDocument()
  const dialog = await openFilters(user)
  await user.selectOptions(dialog.getByLabelText("Seats left"), "2 seats or more")
  await user.selectOptions(dialog.getByLabelText("Category"), "Any category")
  expect(dialog.getByLabelText("Category")).toHaveFocus() // although no upcoming event has another category
  expect(address()).toBe("/page/1?category=Magic&format=Draft")
  await user.click(dialog.getByRole("button", { name: "Show events" }))

  await waitFor(() => expect(address()).toBe("/page/1?seats=2&format=Draft"))
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
})

test.each(["0", "-1", "abc", "1.5"])("page number %s shows the not-found page", async (n) => {
  renderAt(`/page/${n}`)

  expect(await screen.findByRole("heading", { level: 1, name: "That page isn't in our deck." })).toBeVisible()
  expect(calls).toEqual([])
})

test("the list covers 30 days and ends on each page with a link to all upcoming dates", async () => {
  answerDates([anUpcoming()], { pages: 2 })
  const { user, address } = renderAt("/page/1")

  expect((await screen.findAllByText("1 event in the next 30 days"))[0]).toBeVisible()
  const ahead = Date.parse(lastQuery().to!) - Date.parse(wallDay(Date.now()))
  expect(Math.round(ahead / (24 * 60 * 60 * 1000))).toBe(30)

  await user.click(screen.getByRole("link", { name: "All upcoming dates" }))
  await waitFor(() => expect(address()).toBe("/page/1?when=all"))
  await waitFor(() => expect(lastQuery()).toEqual({ view: "upcoming", pageNumber: "1" }))
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
