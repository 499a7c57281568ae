import type { Pass } from "~/api/queries/seats"
import type { Order } from "~/api/types"
import { formatDay } from "~/lib/time/dates"
import type { TicketLine } from "~/shared/orders/orderDates"
import { shop } from "~/state/shop"

/** "Draft Night, Fri, Dec 4", which tells the tickets of an order apart */
export function ticketName({ item, booking }: TicketLine): string {
  return `${item.name}, ${formatDay(booking.bookingDate, shop().timeZone)}`
}

/** Returns the passes that admit: one, or several for a party that was split. */
export function validPasses({ booking }: TicketLine): Pass[] {
  return booking.passes.filter(({ state }) => state === "valid")
}

/** Returns the name entered at checkout, or else the buyer's, because free orders don't require one. */
export function ticketHolder({ shippingAddress: { fName, lName }, buyer }: Order): string {
  const names = fName || lName ? [fName, lName] : [buyer.firstName, buyer.lastName]
  return names.filter(Boolean).join(" ")
}

/** Returns the dollars that were paid and not refunded. */
export function netPaid({ totalPrice, refundedPrice }: Order): number {
  return totalPrice - refundedPrice
}

/** Whether the order has no tickets. */
export function isOnlyGift({ orderItems }: Order): boolean {
  return orderItems.length === 0
}

/** Whether the buyer has seats of this order, even if all money was refunded, or gave a gift only. */
export function isSold(order: Order): boolean {
  if (order.status === "paid") return true
  return order.status === "partly_refunded" && (hasSeats(order) || isOnlyGift(order))
}

/** Whether none of the dates on which the buyer has seats takes place. */
export function isCalledOff({ orderItems }: Order): boolean {
  const booked = orderItems.flatMap(({ bookings }) => bookings).filter(({ status }) => status === "confirmed")
  return booked.length > 0 && booked.every(({ isOff }) => isOff)
}

/** Buyers may have given back all seats while the club keeps a gift or a fee. */
function hasSeats({ orderItems }: Order): boolean {
  return orderItems.some(({ bookings }) => bookings.some(({ status }) => status === "confirmed"))
}
