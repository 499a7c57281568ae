import { act, screen, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import type { Order } from "~/common/api/types"
import { formatDateOption, formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { setShop } from "~/shop/state/shop"
import { anOrder, anOrderBooking, anOrderItem, aPass, aProduct, aRefund, aUserInfo, inDays } from "~/testing/factories"
import { openOrder } from "~/testing/pages/orderPage"
import { answer, answerNothing, atEnd, isBefore, renderAt } from "~/testing/browser"
import { dateAtHand } from "./lines"

const THANKS = "Thank you for your purchase!"

const held = () =>
  anOrder({ status: "held", paidAt: null, heldUntil: new Date(Date.now() + 9.5 * 60_000).toISOString() })

/** A date that is over brought in money and had tables, and the event has a next date. */
function answerPast() {
  answer("/api/recaps", { startTime: PAST.bookingDate, raised: 212.4, buyers: 32, asOf: inDays(0), tables: "t1" })
  const next = inDays(5)
  const nearest = [5, 12].map((day, index) => ({
    startTime: inDays(day),
    text: `${index === 0 ? "Next: " : ""}${formatDateOption(inDays(day))}`,
  }))
  answer(`/api/products/${PRODUCT}/asked-date`, {
    state: "over",
    text: "Draft Night was on Wed, Nov 25.",
    startTime: PAST.bookingDate,
    endTime: PAST.endTime,
    nearest,
  })
  return { next }
}

const PRODUCT = aProduct()._id
const PAST = { bookingDate: inDays(-3), endTime: inDays(-3, 3), passes: [aPass()] }

test("after the date, its ticket has no code, map or calendar, but what it brought in and what is next", async () => {
  const { next } = answerPast()
  const item = anOrderItem({ _id: PRODUCT, name: "Draft Night", bookings: [anOrderBooking(PAST)] })
  openOrder(anOrder({ orderItems: [item], charity: "Port Alder Food Bank" }))

  const was = `Draft Night was on ${formatDay(PAST.bookingDate)}`
  expect(await screen.findByRole("heading", { level: 2, name: was })).toBeVisible()
  expect(
    await screen.findByText(
      /^It brought in \$212\.40 after PayPal's fees; what is left after costs goes to Port Alder Food Bank\.$/,
    ),
  ).toBeVisible()
  expect(screen.getByRole("link", { name: "Rounds and standings" })).toHaveAttribute("href", paths.tables("t1"))
  const link = await screen.findByRole("link", { name: `Next: ${formatDateOption(next)}` })
  expect(link).toHaveAttribute("href", paths.event(PRODUCT, next))
  expect(screen.getByRole("heading", { name: THANKS })).toBeVisible()
  expect(screen.queryByRole("img", { name: /QR code/ })).not.toBeInTheDocument()
  expect(screen.queryByText(/Bring this page|Open map|Add to calendar|Manage this ticket/)).not.toBeInTheDocument()
})

test("several past dates are a line each, below the next date's ticket", async () => {
  answerPast()
  const bookings = [-10, -3, 4].map((day) =>
    anOrderBooking({ bookingDate: inDays(day), endTime: inDays(day, 3), passes: [aPass({ code: `T1${day}` })] }),
  )
  openOrder(anOrder({ orderItems: [anOrderItem({ _id: PRODUCT, name: "Draft Night", bookings })] }))

  const lines = await screen.findAllByText(/^Draft Night was on /)
  expect(lines.map((line) => line.closest("details")?.open)).toEqual([false, false])
  expect(isBefore(screen.getByRole("img", { name: "QR code T14" }), lines[0]!)).toBe(true)
  expect(screen.getAllByRole("img", { name: /QR code/ })).toHaveLength(1)
})

test("the code is gone once the date ends by the server's clock, while the page stays open", async () => {
  answerPast()
  answer("POST /api/tables/mine", { seats: [] })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  atEnd(() => vi.useRealTimers())
  const endTime = new Date(Date.now() + 5 * 60_000).toISOString()
  const bookingDate = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const bookings = [anOrderBooking({ bookingDate, endTime, passes: [aPass()] })]
  openOrder(anOrder({ orderItems: [anOrderItem({ _id: PRODUCT, name: "Draft Night", bookings })] }))
  expect(await screen.findByRole("img", { name: /QR code/ })).toBeVisible()

  await act(() => vi.advanceTimersByTimeAsync(6 * 60_000))

  expect(await screen.findByText(/^Draft Night was on /)).toBeVisible()
  expect(screen.queryByRole("img", { name: /QR code/ })).not.toBeInTheDocument()
})

test("weeks before its date, a ticket begins with its code, and the picture comes last", async () => {
  openOrder(anOrder({ orderItems: [ticketFor("Later", inDays(30))] }))

  const code = await screen.findByRole("img", { name: "QR code T1Later" })
  const article = within(screen.getByRole("article"))
  expect(isBefore(code, article.getByRole("heading", { name: /^Later/ }))).toBe(true)
  expect(isBefore(article.getByRole("heading", { name: /^Later/ }), article.getByText("Seats"))).toBe(true)
  expect(screen.getByRole("heading", { level: 1, name: THANKS })).toBeVisible()
})

test("a held order can be paid, in minutes of the server's clock, even if the visitor's is ten minutes fast", async () => {
  const serverTime = Date.now() - 10 * 60_000
  const order = { ...held(), heldUntil: new Date(serverTime + 9.5 * 60_000).toISOString() }
  answer(`/api/orders/${order._id}`, { ...order }, 200, { headers: { Date: new Date(serverTime).toUTCString() } })
  renderAt(paths.order(order._id), { as: aUserInfo() })

  expect(await screen.findByText(/^Your seats are held until/)).toHaveTextContent("10 minutes left.")
  expect(screen.getByRole("link", { name: "Finish paying" })).toHaveAttribute("href", paths.payOrder(order._id))
  expect(screen.queryByText(THANKS)).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: /Add to calendar/ })).not.toBeInTheDocument()
})

test("a held order can be canceled after a confirmation", async () => {
  const order = held()
  answer(`POST /api/orders/${order._id}/cancel`, () => {
    answer(`/api/orders/${order._id}`, { ...order, status: "cancelled", heldUntil: null })
    return { ...order, status: "cancelled" }
  })
  const { user } = openOrder(order)
  await user.click(await screen.findByRole("button", { name: "Cancel order" }))
  const dialog = await screen.findByRole("alertdialog", { name: "Cancel this order?" })
  expect(within(dialog).getByRole("button", { name: "Keep the order" })).toHaveFocus()

  await user.click(within(dialog).getByRole("button", { name: /^Cancel order/ }))

  expect(await screen.findByRole("heading", { name: "This order was canceled" })).toBeVisible()
})

async function showSums(order: Order) {
  setShop({ name: "Charity Card Shop", charity: "Food Bank" })
  openOrder(order)
  const total = within(await screen.findByRole("region", { name: "Order total" }))
  const terms = total.getAllByRole("term")
  return (label: string) => terms.find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent
}

const discounts: NonNullable<Order["discounts"]> = [
  { kind: "member", label: "Member price", amount: 2 },
  { kind: "voucher", label: "Discount code SPRING", amount: 2.2 },
]

test("an order shows what was taken off and its gift", async () => {
  const sums = { listPrice: 24, discounts, itemsPrice: 19.8, taxPrice: 2.97, giftPrice: 0.23, totalPrice: 23 }
  const row = await showSums(anOrder(sums))

  expect([row("Subtotal"), row("Member price"), row("Discount code SPRING")]).toEqual(["$24.00", "−$2.00", "−$2.20"])
  expect([row("Taxes & Other Fees"), row("Gift to Food Bank"), row("Total")]).toEqual(["$2.97", "$0.23", "$23.00"])
})

test("a free order has no line of zeros", async () => {
  const free = { itemsPrice: 0, taxPrice: 0, totalPrice: 0 }
  const order = anOrder(free)
  order.orderItems[0]!.bookings[0]!.subtotal = 0
  const row = await showSums(order)

  expect([row("Subtotal"), row("Taxes & Other Fees"), row("Total")]).toEqual([undefined, undefined, "Free"])
  expect(screen.getByRole("main")).not.toHaveTextContent("$0")
  expect(screen.getByRole("article")).not.toHaveTextContent("Subtotal")
})

test("a ticket says what was paid for it besides price times seats", async () => {
  const order = anOrder({ listPrice: 24, discounts, itemsPrice: 19.8, taxPrice: 2.97, totalPrice: 22.77 })
  order.orderItems[0]!.bookings[0]!.paid = 22.77
  await showSums(order)

  expect(screen.getByRole("article")).toHaveTextContent("Seats2Subtotal$24.00Paid$22.77")
})

test("after a refund of all seats, the gift is what is left", async () => {
  const order = anOrder({ status: "partly_refunded", giftPrice: 5, totalPrice: 32.6, refundedPrice: 27.6 })
  order.orderItems[0]!.bookings[0]!.status = "refunded"
  order.refunds = [
    aRefund({ amount: 27.6, createdAt: "2026-11-24T22:00:00Z" }),
    aRefund({ amount: 0, createdAt: "2026-12-01T22:00:00Z" }), // seats that were given back later, without money
  ]
  await showSums(order)

  expect(screen.getByRole("heading", { level: 1, name: "This order has no seats left" })).toBeVisible()
  expect(
    screen.getByText(/^We refunded \$27\.60 on Tue, Nov 24.*\. Your gift of \$5\.00 stays with Food Bank\.$/),
  ).toBeVisible()
})

test("what a gift means for taxes is said with the total", async () => {
  const giftNote = "No goods or services were provided in exchange for this gift."
  const row = await showSums(
    anOrder({ orderItems: [], itemsPrice: 0, taxPrice: 0, giftPrice: 25, totalPrice: 25, giftNote }),
  )

  expect(screen.getByRole("heading", { level: 1, name: "Thank you for your gift!" })).toBeVisible()
  expect([row("Gift to Food Bank"), row("Taxes & Other Fees"), row("Total")]).toEqual(["$25.00", undefined, "$25.00"])
  expect(screen.getByText(giftNote)).toBeVisible()
  expect(screen.queryByText(/Bring this page/)).not.toBeInTheDocument()
})

test("another user's order is not found", async () => {
  answer("/api/orders/1", { message: "Page not found." }, 404)
  renderAt(paths.order("1"), { as: aUserInfo() })

  expect(await screen.findByRole("heading", { name: "We can't find that order." })).toBeVisible()
  expect(screen.getByRole("link", { name: "Home" })).toBeVisible()
})

test("an order that failed to load can be loaded again", async () => {
  const order = anOrder()
  answerNothing(`/api/orders/${order._id}`)
  const { user } = renderAt(paths.order(order._id), { as: aUserInfo() })
  expect(await screen.findByText("We couldn't load your order.")).toBeVisible()

  answer(`/api/orders/${order._id}`, { ...order })
  await user.click(screen.getByRole("button", { name: "Try again" }))

  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
})

const ticketFor = (name: string, bookingDate: string) =>
  anOrderItem({ name, bookings: [anOrderBooking({ bookingDate, passes: [aPass({ code: `T1${name}` })] })] })

const nearOrder = () => anOrder({ orderItems: [ticketFor("Later", inDays(9)), ticketFor("Tomorrow", inDays(1))] })

test("right after paying, the page begins with the thank-you, and opened again with the ticket", async () => {
  const order = nearOrder()
  answer(`/api/orders/${order._id}`, { ...order })
  const { router } = renderAt(paths.about(), { as: aUserInfo() })

  await router.navigate(paths.order(order._id), { state: { placed: true } })
  expect(await screen.findByRole("heading", { level: 1, name: THANKS })).toBeVisible()

  await router.navigate(paths.about())
  expect(await screen.findByRole("heading", { level: 1, name: "About Us" })).toBeVisible()
  await router.navigate(-1)
  expect(await screen.findByRole("heading", { level: 1, name: /^Tomorrow/ })).toBeVisible()
})

const FRIDAY = { bookingDate: "2026-12-05T03:00:00Z", endTime: "2026-12-05T09:00:00Z" } // 7 PM to 1 AM at the shop
const NEXT_FRIDAY = { bookingDate: "2026-12-12T03:00:00Z", endTime: "2026-12-12T09:00:00Z" }

type Booking = Parameters<typeof anOrderBooking>[0]

const orderOf = (...bookings: Booking[]) =>
  anOrder({ orderItems: [anOrderItem({ bookings: bookings.map(anOrderBooking) })] })

/** The day of the ticket that the page is about at this time. */
const dayAt = (now: string, order = orderOf(NEXT_FRIDAY, FRIDAY)) =>
  dateAtHand(order, Date.parse(now))?.booking.bookingDate.slice(0, 10)

test.each([
  ["2026-12-03T07:59:59Z", undefined], // Wednesday, 11:59 PM
  ["2026-12-03T08:00:00Z", "2026-12-05"], // Thursday begins
  ["2026-12-05T08:59:59Z", "2026-12-05"], // Saturday, 12:59 AM
  ["2026-12-05T09:00:00Z", undefined], // it is over
  ["2026-12-10T07:59:59Z", undefined],
  ["2026-12-10T08:00:00Z", "2026-12-12"], // Thursday of the next date
])("a ticket is at hand from the day before, at the shop, until its date ends: at %s it is %s", (now, day) => {
  expect(dayAt(now)).toBe(day)
})

test("the earlier of two dates on one day is at hand until it ends", () => {
  const afternoon = { bookingDate: "2026-12-04T22:00:00Z", endTime: "2026-12-05T01:00:00Z" }
  const order = orderOf(FRIDAY, afternoon)

  expect(dayAt("2026-12-05T00:59:00Z", order)).toBe("2026-12-04")
  expect(dayAt("2026-12-05T01:00:00Z", order)).toBe("2026-12-05")
})

test("a date that is canceled or refunded is not at hand, and the other one is", () => {
  const canceled = orderOf({ ...FRIDAY, isOff: true }, { ...NEXT_FRIDAY })
  const refunded = orderOf({ ...FRIDAY, status: "refunded" }, { ...FRIDAY, bookingDate: "2026-12-05T04:00:00Z" })

  expect(dayAt("2026-12-04T20:00:00Z", canceled)).toBeUndefined()
  expect(dateAtHand(refunded, Date.parse("2026-12-04T20:00:00Z"))?.booking.bookingDate).toBe("2026-12-05T04:00:00Z")
})

test("an order that isn't paid has no ticket at hand", () => {
  expect(dayAt("2026-12-04T20:00:00Z", { ...orderOf(FRIDAY), status: "held" })).toBeUndefined()
})
