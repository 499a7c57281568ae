import type { Order, OrderBooking, OrderItem } from "~/common/api/types"

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

/** Returns the next date that the buyer has seats for, or whose cancellation the buyer can still answer. */
export function nextLine(order: Order, now: number): TicketLine | undefined {
  return ticketLines(order).find(({ booking }) => isAhead(order, booking, now))
}

/** Seats that wait for a payment count too, because the buyer may still get them. */
function isAhead({ status }: Order, { status: seats, isOff, dateChange, endTime }: OrderBooking, now: number): boolean {
  const mayHaveSeats = seats === "confirmed" || (seats === "pending" && status !== "expired")
  return mayHaveSeats && (isOff ? dateChange !== undefined : Date.parse(endTime) > now)
}
