import type { Order, OrderBooking, OrderItem } from "~/api/types"

/** One date of an order: a ticket once it is paid. */
export interface TicketLine {
  item: OrderItem
  booking: OrderBooking
}

/** Returns all dates of an order, earliest first. */
export function ticketLines({ orderItems }: Order): TicketLine[] {
  const lines = orderItems.flatMap((item) => item.bookings.map((booking) => ({ item, booking })))
  return lines.toSorted((one, other) => Date.parse(one.booking.bookingDate) - Date.parse(other.booking.bookingDate))
}
