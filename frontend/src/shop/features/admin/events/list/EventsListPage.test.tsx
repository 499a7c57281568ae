import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDetail } from "~/common/api/types"
import { tablesOfDate } from "~/shop/layout/header/staffPages"
import { paths } from "~/shop/paths"
import { setShop } from "~/shop/state/shop"
import { aDate, aProduct, aUserInfo, inDays } from "~/testing/factories"
import { answer, calls, concerning, renderAt, requests } from "~/testing/browser"

const list = (...products: ProductDetail[]) => ({ products, page: 1, pages: 1, total: products.length })

function openList(...products: ProductDetail[]) {
  answer("/api/products", list(...products))
  return renderAt(paths.adminList("products"), { as: aUserInfo({ isAdmin: true }) })
}

const requestedPaths = (method: string) => requests(method).map(({ url }) => url.pathname)

test("a row shows the event's details, with times in the venue's zone", async () => {
  const event = aProduct({ occurrences: [aDate({ startTime: "2027-01-09T03:00:00Z", countInStock: 6 })] })

  const { user } = openList(event)

  const row = await screen.findByRole("row", { name: /Friday Commander Night/ })
  expect(screen.getByRole("heading", { level: 1, name: "Events" })).toBeVisible()
  const columns = screen.getAllByRole("columnheader")
  const [first, last] = [
    ["Title", "Next date", "Seats", "Venue"],
    ["Price", "Category", "Start Time", "ID"],
  ]
  const headings = [...first!, "Pricebefore sales tax", ...last!.slice(1), "Actions"]
  expect(columns.map((cell) => cell.textContent)).toEqual(headings)
  expect(columns.flatMap((cell) => within(cell).queryByRole("button")?.textContent ?? [])).toEqual([
    ...first!,
    ...last!,
  ])
  const cells = within(row).getAllByRole("cell")
  expect(cells.map((cell) => cell.textContent)).toEqual([
    "Fri, Jan 8 · 7:00 PM PST, dates of Friday Commander Night",
    "18/24 taken",
    "Foam & Felt",
    "$12.00",
    "Magic",
    "1/8/2027, 7:00 PM PST",
    expect.stringContaining(event._id),
    "EditGuestsDoorTablesHideDelete",
  ])
  await user.click(within(row).getByRole("button", { name: "More for Friday Commander Night" }))
  const linkTo = (name: string | RegExp) => within(row).getByRole("link", { name }).getAttribute("href")
  expect(linkTo(/^Fri, Jan 8/)).toBe(paths.adminEvent(event._id, "?tab=dates"))
  expect(linkTo("Guests Friday Commander Night")).toBe(paths.adminGuests(event._id))
  expect(linkTo("Door Friday Commander Night")).toBe(paths.adminGuests(event._id, undefined, "/door"))
  expect(linkTo("Tables Friday Commander Night")).toBe(tablesOfDate(event._id))
  expect(linkTo("Edit Friday Commander Night")).toBe(paths.adminEvent(event._id))
})

test("a card on a phone says its date, its seats and its venue once", async () => {
  const event = aProduct({ occurrences: [aDate({ startTime: "2027-01-09T03:00:00Z", countInStock: 6 })] })

  openList(event)

  const row = await screen.findByRole("row", { name: /Friday Commander Night/ })
  const cells = [...row.querySelectorAll<HTMLElement>("td:not([data-phone=hidden])")]
  expect(cells.flatMap(({ dataset }) => dataset.label ?? [])).toEqual([
    "Next date",
    "Seats",
    "Venue",
    "Price before sales tax",
    "Category",
    "ID",
  ])
  const text = cells.map((cell) => cell.textContent).join()
  expect(text.match(/\/24/g)).toHaveLength(1)
  expect(text.match(/Jan 8|1\/8\/2027/g)).toHaveLength(1)
})

test("draft, hidden, canceled and past events have badges", async () => {
  const ahead = { startTime: inDays(5), nextStartTime: null }
  openList(
    aProduct({ name: "One", status: "draft" }),
    aProduct({ name: "Two", status: "archived" }),
    aProduct({ name: "Three", ...ahead }),
    aProduct({ name: "Four", startTime: inDays(-5), nextStartTime: null }),
  )

  const labels = ["Draft", "Hidden", "Canceled", "Past"]
  const cards = await screen.findAllByRole("rowheader")
  expect(cards.map((card) => labels.find((label) => card.textContent?.endsWith(label)))).toEqual(labels)
})

test("a series shows its number of canceled dates beside its other badges", async () => {
  const series = { isRecurring: true, snoozedDates: 1 }
  openList(
    aProduct({ name: "Weekly", ...series }),
    aProduct({ name: "Full", ...series, snoozedDates: 3, occurrences: [aDate({ countInStock: 0 })] }),
    aProduct({ name: "Resting", ...series, nextStartTime: null }),
    aProduct({ name: "Steady", isRecurring: true }),
  )

  const cards = await screen.findAllByRole("rowheader")
  expect(cards.map((card) => card.textContent)).toEqual([
    "Weekly1 date canceledRepeats",
    "FullSold Out!3 dates canceledRepeats",
    "Resting1 date canceledRepeats",
    "SteadyRepeats",
  ])
})

test("search and filters are sent to the server and are in the URL", async () => {
  const { user, address } = openList(aProduct())

  await user.type(await screen.findByLabelText("Search events"), "draft night{Enter}")
  await user.selectOptions(await screen.findByLabelText("Status"), "Hidden")
  await user.selectOptions(screen.getByLabelText("Dates"), "Has past dates")

  await waitFor(() => expect(address()).toBe("/admin/products?keyword=draft+night&status=archived&when=past"))
  await waitFor(() => {
    const query = calls.at(-1)!.url.searchParams
    expect(query.get("keyword")).toBe("draft night")
    expect(query.get("status")).toBe("archived")
    expect(new Date(query.get("to")!).getTime()).toBeLessThanOrEqual(Date.now())
    expect(query.get("from")).toBeNull()
  })
})

test("New Event asks first, creates a draft and opens its form with the name selected", async () => {
  const { address, created, make } = await openNewEvent(aProduct())
  expect(requests("POST")).toEqual([])
  await make()

  await waitFor(() => expect(address()).toBe(paths.adminEvent(created._id)))
  const name = await screen.findByLabelText<HTMLInputElement>("Event Name")
  await waitFor(() => expect(name).toHaveFocus())
  expect(name.value.slice(name.selectionStart!, name.selectionEnd!)).toBe("Edit me!")
})

/** Opens New Event's dialog over a list with this event. */
async function openNewEvent(event: ProductDetail) {
  const created = aProduct({ name: "Edit me!", status: "draft", occurrences: [] })
  answer("POST /api/products", created, 201)
  answer(`/api/products/${event._id}`, event)
  answer(`/api/products/${created._id}`, created)
  answer(`POST /api/products/${created._id}/preview`, { dates: [], skippedDates: [], bookedDates: [], overbooked: [] })
  const { user, address } = openList(event)
  await user.click(await screen.findByRole("button", { name: "New Event" }))
  const dialog = within(await screen.findByRole("alertdialog", { name: "Creating new product. Are you sure?" }))
  await dialog.findByRole("option", { name: event.name })
  const make = async () => {
    await user.click(dialog.getByRole("button", { name: "Create" }))
    await screen.findByText("Product created.")
    return requests("POST").find(({ url }) => url.pathname === "/api/products")!.body
  }
  return { user, address, dialog, created, make }
}

test("a new event has the place and price of the last one", async () => {
  const { make } = await openNewEvent(aProduct({ price: 8, eventLocation: "The Long Table, 1907 Foundry Avenue" }))

  expect(await make()).toEqual({ price: 8, eventLocation: "The Long Table, 1907 Foundry Avenue" })
})

test("a new event can be like an earlier one, of which the last comes first", async () => {
  const earlier = aProduct({ name: "Friday Draft", price: 8 })
  const { user, dialog, make } = await openNewEvent(earlier)
  expect(calls.some(({ url }) => url.search.includes("sortField=_id&sortOrder=desc"))).toBe(true)

  await user.selectOptions(dialog.getByLabelText(/^Like an earlier event/), "Friday Draft")

  const { name, price, description, startTime } = earlier
  expect(await make()).toMatchObject({ name, price, description, startTime })
})

test("any event can be the earlier one, by its name, and place and price are of the last one that has them", async () => {
  const [old, empty, last] = [aProduct({ name: "Old Cube" }), aProduct({ name: "Edit me!" }), aProduct({ price: 9 })]
  const made = aProduct({ status: "draft" })
  answer("POST /api/products", made, 201)
  answer(`/api/products/${made._id}`, made) // for its edit page, which may load before the test ends
  answer(`POST /api/products/${made._id}/preview`, { dates: [], skippedDates: [], bookedDates: [], overbooked: [] })
  const { user } = openList(last)
  answer("/api/products", ({ url }) => {
    const asked = Object.fromEntries(url.searchParams)
    if (asked.name) return asked.name === "cube" ? list(old) : list()
    return { ...list(asked.pageNumber === "1" ? empty : last), pages: 2 }
  })
  await user.click(await screen.findByRole("button", { name: "New Event" }))
  await user.type(await screen.findByLabelText("Search earlier events"), "cube")
  expect(await screen.findByRole("option", { name: "Old Cube" })).toBeInTheDocument()

  await user.click(screen.getByRole("button", { name: "Create" }))

  await screen.findByText("Product created.")
  expect(requests("POST /api/products")[0]!.body).toEqual({ price: 9, eventLocation: last.eventLocation })
})

test("deleting asks first, then says which product was deleted", async () => {
  const event = aProduct()
  answer(`DELETE /api/products/${event._id}`, { message: "" })
  const { user } = openList(event)

  await user.click(await screen.findByRole("button", { name: "More for Friday Commander Night" }))
  await user.click(screen.getByRole("button", { name: "Delete Friday Commander Night" }))
  const dialog = await screen.findByRole("alertdialog", {
    name: "Deleting product. Are you absolutely sure you want to do this?",
  })
  expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus()
  expect(requestedPaths("DELETE")).toEqual([])
  answer("/api/products", list())
  await user.click(within(dialog).getByRole("button", { name: "Delete" }))

  expect(await screen.findByText(`Product ${event._id} deleted.`)).toBeVisible()
  const { name, status, startTime, price, maximumEventCapacity } = event
  const seen: unknown = expect.objectContaining({ name, status, startTime, price, maximumEventCapacity })
  expect(requests("DELETE")[0]!.body).toEqual({ seen })
  expect(await screen.findByText("No events yet.")).toBeVisible()
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument()
})

test("deleting an event with bookings offers to hide it, which can be undone", async () => {
  const event = aProduct()
  const message = "12 people booked this. You can't delete it; hide it instead."
  answer(`DELETE /api/products/${event._id}`, { message, code: "archive_instead" }, 409)
  answer(`POST /api/products/${event._id}/archive`, { ...event, status: "archived" })
  answer(`POST /api/products/${event._id}/restore`, event)
  const numbers = { people: 12, seats: 20, money: 240, waiting: 1, digest: "d1" }
  answer(`/api/products/${event._id}/concerned`, concerning(numbers))
  const { user } = openList(event)

  await user.click(await screen.findByRole("button", { name: "More for Friday Commander Night" }))
  await user.click(screen.getByRole("button", { name: "Delete Friday Commander Night" }))
  await user.click(await screen.findByRole("button", { name: "Delete" }))
  const archiveDialog = await screen.findByRole("alertdialog", { name: "12 people booked this. Hide it instead?" })
  expect(await within(archiveDialog).findByText("12 people · 20 seats · $240.00 · 1 waiting")).toBeVisible()
  await user.click(within(archiveDialog).getByRole("button", { name: "Hide" }))
  expect(requests("POST")[0]!.body).toEqual({ digest: "d1" })
  await user.click(await screen.findByRole("button", { name: "Undo" }))

  await waitFor(() =>
    expect(requestedPaths("POST")).toEqual([
      `/api/products/${event._id}/archive`,
      `/api/products/${event._id}/restore`,
    ]),
  )
})

test("staff can copy the code that shows events on the club's own site", async () => {
  setShop({ name: `Owls "&" Cards` })
  const { user } = openList(aProduct())

  await user.click(await screen.findByText("Put this on your site"))

  const { origin } = window.location
  expect(screen.getByLabelText(/^Script/)).toHaveValue(`<script async src="${origin}/embed.js"></script>`)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Frame/).value).toContain(
    `<iframe src="${origin}/embed/events?theme=light" title="Upcoming events at Owls &quot;&amp;&quot; Cards"`,
  )
})
