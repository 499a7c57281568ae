import { act, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { PlaceOrder, WaitingEntry } from "~/common/api/types"
import { formatDateOption, formatDeadline } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { setShop } from "~/shop/state/shop"
import { aDate, anOrder, aProduct, aUserInfo, inDays } from "~/testing/factories"
import { dateSelect, fact } from "~/testing/pages/eventPage"
import { answer, hold, renderAt, requests } from "~/testing/browser"

const full = aDate({ countInStock: 0 })
const product = aProduct({ occurrences: [full] })
const [startTime, until] = [full.startTime, inDays(1, 2)]

const anEntry = (over: Partial<WaitingEntry> = {}): WaitingEntry => ({
  _id: "6b0022129c206dee8f3169d6",
  product: product._id,
  name: product.name,
  startTime,
  seats: 3,
  seatsAtLeast: 2,
  status: "waiting",
  position: 2,
  offer: null,
  ...over,
})
const offer = { seats: 3, until, isOrdered: false }
const anOffer = (over: Partial<WaitingEntry> = {}) => anEntry({ status: "offered", position: null, offer, ...over })

beforeEach(() => setShop({}))
afterEach(() => vi.unstubAllGlobals())

function open(entries: WaitingEntry[] | null, event = product) {
  answer(`/api/products/${event._id}`, event)
  if (entries) answer("/api/waiting", entries)
  return renderAt(paths.event(event._id), entries ? { as: aUserInfo() } : {})
}

test("a full date can be waited for, by seats and their smallest number", async () => {
  const { user } = open([])
  answer("POST /api/waiting", anEntry(), 201)
  const seats = within(await screen.findByRole("group", { name: "Seats" }))
  await user.dblClick(seats.getByRole("button", { name: "One seat more" }))
  await user.click(
    within(screen.getByRole("group", { name: "At least" })).getByRole("button", { name: "One seat less" }),
  )
  expect(screen.getByText(/Fewer go to the next person, and you keep your place/)).toBeVisible()

  answer("/api/waiting", [anEntry()])
  await user.click(screen.getByRole("button", { name: "Join the waiting list" }))

  expect(await screen.findByText("You are number 2.")).toBeVisible()
  expect(screen.getByText("Waiting for 3 seats, at least 2. We'll email you.")).toBeVisible()
  expect(requests("POST /api/waiting")[0]!.body).toEqual({
    product: product._id,
    bookingDate: startTime,
    seats: 3,
    seatsAtLeast: 2,
  })
})

test("why joining was refused is shown above the button", async () => {
  const { user } = open([])
  answer("POST /api/waiting", { message: "Seats are left: book them now.", code: "seats_left" }, 409)
  await user.click(await screen.findByRole("button", { name: "Join the waiting list" }))

  expect(await screen.findByRole("alert")).toHaveTextContent("Seats are left: book them now.")
})

test("seats that came free while the page was open can be booked as soon as joining is refused", async () => {
  const { user } = open([])
  answer("POST /api/waiting", { message: "Seats are left: book them now.", code: "seats_left" }, 409)
  const join = await screen.findByRole("button", { name: "Join the waiting list" })
  answer(`/api/products/${product._id}`, { ...product, occurrences: [{ ...full, ...aDate({ startTime }) }] })
  await user.click(join)

  expect(await screen.findByRole("button", { name: "Book 1 seat · $13.80" })).toBeVisible()
})

test("an offer whose price has changed is booked at the new one with the next press", async () => {
  const order = anOrder({ status: "held" })
  const { user } = open([anOffer()])
  answer("POST /api/orders", { message: "The price has changed.", code: "price_changed" }, 409)
  const book = await screen.findByRole("button", { name: "Book them" })
  answer(`/api/products/${product._id}`, { ...product, price: 14 })
  await user.click(book)
  expect(await screen.findByText("The price has changed.")).toBeVisible()
  await waitFor(() => expect(requests(`/api/products/${product._id}`)).toHaveLength(2))
  answer("POST /api/orders", { ...order }, 201)
  answer(`/api/orders/${order._id}`, { ...order })
  await user.click(book)

  await waitFor(() => expect(requests("POST /api/orders")).toHaveLength(2))
  const prices = requests("POST /api/orders").map(({ body }) => (body as PlaceOrder).orderItems[0]!.price)
  expect(prices).toEqual([12, 14])
})

test("signed-out visitors sign in first, and return to the date", async () => {
  open(null)

  expect(await screen.findByRole("link", { name: "Sign in to join the waiting list" })).toHaveAttribute(
    "href",
    paths.signIn(paths.event(product._id, startTime)),
  )
})

test("a user whose session has ended stays on the event, as a visitor", async () => {
  answer(`/api/products/${product._id}`, product)
  answer("/api/waiting", { message: "Please sign in." }, 401)
  const { address } = renderAt(paths.event(product._id), { as: aUserInfo() })

  expect(await screen.findByRole("link", { name: "Sign in to join the waiting list" })).toBeVisible()
  expect(address()).toBe(paths.event(product._id))
})

test("the next user of the browser doesn't see the place of the one before", async () => {
  open([anEntry()])
  await screen.findByText("You are number 2.")
  const held = hold()
  answer("/api/waiting", [], 200, held)
  act(() => session.setUser(aUserInfo()))

  expect(screen.queryByText("You are number 2.")).not.toBeInTheDocument()
  held.release()
  expect(await screen.findByRole("button", { name: "Join the waiting list" })).toBeVisible()
})

test("an offer is booked as an order of exactly its seats, which is then paid", async () => {
  const { user, address } = open([anOffer()])
  const order = anOrder()
  answer("POST /api/orders", order, 201)
  answer(`/api/orders/${order._id}`, order)
  const text = await screen.findByText(/^3 seats are yours until/)
  expect(text).toHaveTextContent(`3 seats are yours until ${formatDeadline(until)}.`)

  await user.click(screen.getByRole("button", { name: "Book them" }))

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(requests("POST /api/orders")[0]!.body).toEqual({
    orderItems: [
      {
        _id: product._id,
        name: product.name,
        price: product.price,
        bookings: [{ bookingDate: startTime, reservationSeats: { qty: 3 } }],
      },
    ],
  })
})

test("fewer seats than offered can be booked", async () => {
  const { user, address } = open([anOffer()])
  const order = anOrder()
  answer("POST /api/orders", order, 201)
  answer(`/api/orders/${order._id}`, order)

  await user.click(await screen.findByRole("button", { name: "One seat less" }))
  expect(screen.getByText("The others go to the next person in line.")).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Book 2 seats" }))

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  const [item] = (requests("POST /api/orders")[0]!.body as PlaceOrder).orderItems
  expect(item!.bookings).toEqual([{ bookingDate: startTime, reservationSeats: { qty: 2 } }])
})

test("an offer can be booked in a shop without HTTPS, too", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const { user, address } = open([anOffer()])
  const order = anOrder()
  answer("POST /api/orders", order, 201)
  answer(`/api/orders/${order._id}`, order)

  await user.click(await screen.findByRole("button", { name: "Book them" }))

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
})

test("an offer is passed on", async () => {
  const { user } = open([anOffer()])
  answer(`DELETE /api/waiting/${anEntry()._id}`, anEntry({ status: "left", position: null }))
  const pass = await screen.findByRole("button", { name: "No, thanks" })

  answer("/api/waiting", [])
  await user.click(pass)

  await waitFor(() => expect(screen.queryByText(/seats are yours/)).not.toBeInTheDocument())
})

test.each([0, 1])(
  "with an offer, only the offer is shown, below its date: %d other seats left",
  async (countInStock) => {
    const date = { ...full, countInStock, inStock: countInStock > 0 }
    open([anOffer({ offer: { ...offer, seats: 1 } })], { ...product, occurrences: [date] })

    const text = await screen.findByText(/^1 seat is yours until/)
    expect(text).toBeVisible()
    expect(text.compareDocumentPosition(await dateSelect())).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    expect(screen.getByRole("button", { name: "Book it" })).toBeVisible()
    expect(screen.getByText("1 seat · $13.80")).toBeVisible()
    const box = within(screen.getByRole("region", { name: "Book your seat" }))
    expect(box.queryByText(/sold out/i)).not.toBeInTheDocument()
    expect(box.getByRole("option", { name: /held for you/ })).toBeInTheDocument()
    expect(box.queryByRole("button", { name: "Add to Cart" })).not.toBeInTheDocument()
    expect(box.queryByLabelText("Seats to Reserve")).not.toBeInTheDocument()
    expect(await fact("Seats Available?")).toHaveTextContent(countInStock > 0 ? "Yes!" : "1 held for you")
  },
)

test("an offer for another date is shown, with a link to it", async () => {
  const other = aDate({ startTime: inDays(30), countInStock: 0 })
  const held = anOffer({ startTime: other.startTime })
  const { user, address } = open([held], { ...product, occurrences: [aDate({ startTime: inDays(3) }), other] })
  const link = await screen.findByRole("link", { name: formatDateOption(other.startTime) })
  expect(link.parentElement).toHaveTextContent(
    `3 seats are held for you on ${formatDateOption(other.startTime)} until ${formatDeadline(until)}.`,
  )
  expect(screen.getByRole("button", { name: "Add to Cart" })).toBeEnabled()

  await user.click(link)

  expect(await screen.findByText(/^3 seats are yours until/)).toBeVisible()
  expect(address()).toBe(paths.event(product._id, other.startTime))
  expect(await dateSelect()).toHaveFocus()
  expect(screen.queryByText(/held for you on/)).not.toBeInTheDocument()
})

test("a date that starts within the hour has no waiting list", async () => {
  const soon = new Date(Date.now() + 50 * 60_000).toISOString()
  open([], aProduct({ occurrences: [aDate({ startTime: soon, countInStock: 0 })] }))
  await dateSelect()

  await waitFor(() => expect(requests("GET /api/waiting")).toHaveLength(1))
  expect(screen.queryByRole("button", { name: "Join the waiting list" })).not.toBeInTheDocument()
})
