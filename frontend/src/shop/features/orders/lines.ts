import type { Order, Pass } from "~/common/api/types"
import { formatDay } from "~/common/lib/time/dates"
import { daysUntil, type TicketLine, ticketLines } from "~/shop/shared/orders/orderDates"

/** "Draft Night, Fri, Dec 4", which tells the tickets of an order apart */
export function ticketName({ item, booking }: TicketLine): string {
  return `${item.name}, ${formatDay(booking.bookingDate)}`
}

/** The event of a ticket and its time */
export function eventOf({ item, booking }: TicketLine): { event: string; start: string; end: string } {
  return { event: item.name, start: booking.bookingDate, end: booking.endTime }
}

/** Returns where the ticket's date takes place, which may not be where it was sold for. */
export function placeOf({ item, booking }: TicketLine): string {
  return booking.place ?? item.eventLocation
}

/** Returns the passes that admit: one, or several for a party that was split. */
export function validPasses({ booking }: TicketLine): Pass[] {
  return booking.passes.filter(({ state }) => state === "valid")
}

/** Whether the ticket admits: its seats were bought and not returned, and its date takes place. */
export function isValid(order: Order, { booking }: TicketLine): boolean {
  return isSold(order) && booking.status === "confirmed" && !booking.isOff
}

/** Whether the ticket's date is over: then it no longer admits. */
export function isOver({ booking }: TicketLine, now: number): boolean {
  return Date.parse(booking.endTime) <= now
}

/** Returns the valid ticket that is needed next, until its date ends. */
export function nextDate(order: Order, now: number): TicketLine | undefined {
  return ticketLines(order).find((line) => isValid(order, line) && !isOver(line, now))
}

/** Returns the same from the day before. Then the page is about this ticket, and no longer about the purchase. */
export function dateAtHand(order: Order, now: number): TicketLine | undefined {
  const next = nextDate(order, now)
  return next && daysUntil(next.booking.bookingDate, now) <= 1 ? next : undefined
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
export function isCanceled({ orderItems }: Order): boolean {
  const booked = orderItems.flatMap(({ bookings }) => bookings).filter(({ status }) => status === "confirmed")
  return booked.length > 0 && booked.every(({ isOff }) => isOff)
}

/** Returns the words for an order's seats: `one` for a single seat, or else `several`. */
export function seatWords(order: Order, one: string, several: string): string {
  return ticketLines(order).reduce((sum, { booking }) => sum + booking.reservationSeats.qty, 0) === 1 ? one : several
}

/** Buyers may have given back all seats while the club keeps a gift or a fee. */
function hasSeats({ orderItems }: Order): boolean {
  return orderItems.some(({ bookings }) => bookings.some(({ status }) => status === "confirmed"))
}
