/** An order with one ticket, its menu, what the server offers for it, and the sheet "Can't make it?". */
import { screen, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import type { BookingOptions, Order, OrderBooking, OrderChange } from "~/common/api/types"
import { aChange, anOrder, anOrderBooking, anOrderItem } from "~/testing/factories"
import { openOrder } from "~/testing/pages/orderPage"
import { answer, calls } from "~/testing/browser"

const FRIDAY = "2036-12-13T03:00:00Z" // Friday, December 12, 7 PM at the venue
export const NEXT_FRIDAY = "2036-12-20T03:00:00Z"
export const LATER_FRIDAY = "2037-01-03T03:00:00Z"

/** Seats at $10.80, which are $12.42 with tax. */
export function aTicketOrder(seats: number, over: Partial<Order> = {}): Order & { ticket: OrderBooking } {
  const ticket = anOrderBooking({ bookingDate: FRIDAY, reservationSeats: { qty: seats } })
  const order = anOrder({
    orderItems: [anOrderItem({ name: "Draft Night", price: 10.8, bookings: [ticket] })],
    itemsPrice: 10.8 * seats,
    totalPrice: 12.42 * seats,
    ...over,
  })
  return { ...order, ticket }
}

/** The order after a change of its ticket. */
export function changed(order: Order, over: Partial<OrderBooking>, rest: Partial<Order> = {}): Order {
  const [item] = order.orderItems
  return { ...order, orderItems: [{ ...item!, bookings: [{ ...item!.bookings[0]!, ...over }] }], ...rest }
}

export function someOptions(ticket: OrderBooking, over: Partial<BookingOptions> = {}): BookingOptions {
  const seats = ticket.reservationSeats.qty
  const freeSeats = over.freeSeats ?? seats
  const amounts = Array.from({ length: freeSeats }, (_, index) => Math.round(1242 * (index + 1)) / 100)
  const money = { allowed: true, until: "2036-12-12T03:00:00Z", amounts }
  return {
    _id: ticket._id,
    seats,
    freeSeats,
    inside: 0,
    refund: money,
    gift: money,
    move: { allowed: false, dates: [] },
    ...over,
  }
}

export const noRefunds = (message: string) => ({ allowed: false, code: "policy", message, until: null, amounts: [] })

/** Opens the order's page and the ticket's sheet. */
export async function openSheet(order: Order & { ticket: OrderBooking }, over: Partial<BookingOptions> = {}) {
  answer(`/api/orders/${order._id}/options`, { bookings: [someOptions(order.ticket, over)] })
  const visit = openOrder(order)
  await openMenu(visit.user)
  await visit.user.click(await cantMakeIt())
  const sheet = within(await screen.findByRole("dialog", { name: "Can't make it?" }))
  await sheet.findByRole("group", { name: "What should happen?" })
  return { ...visit, sheet }
}

/** Chooses the refund of one seat, and confirms it. */
export async function refundTheSeat(user: UserEvent, sheet: Awaited<ReturnType<typeof openSheet>>["sheet"]) {
  await user.click(sheet.getByRole("radio", { name: "Refund, $12.42" }))
  await user.click(sheet.getByRole("button", { name: "Refund 1 seat, $12.42" }))
}

/** Makes the server accept the change and return this order with it. */
export function acceptChange(order: Order & { ticket: OrderBooking }, change: Partial<OrderChange>, after: Order) {
  const made = aChange({ booking: order.ticket._id, amount: 12.42, ...change })
  const next = { ...after, changes: [made] }
  answer(
    `POST /api/orders/${order._id}/changes`,
    () => {
      answer(`/api/orders/${order._id}`, { ...next })
      return { change: { ...made }, order: { ...next } }
    },
    201,
  )
}

/** Of an open menu, or next to the notice about a date that the club moved. */
export const cantMakeIt = () => screen.findByRole("button", { name: /^Can't make it, Draft Night, / })
export const sentChanges = () => calls.filter(({ url }) => url.pathname.endsWith("/changes"))
export const sentKeys = () => sentChanges().map(({ headers }) => headers.get("Idempotency-Key"))

export async function openMenu(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole("button", { name: /^Manage this ticket, / }))
}
