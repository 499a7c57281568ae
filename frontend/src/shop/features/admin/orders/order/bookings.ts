/** The sold bookings of an order, as staff choose them for a refund or a move. */
import type { Order } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { formatDay } from "~/common/lib/time/dates"

export interface SoldBooking {
  id: string
  /** The event's id. */
  product: string
  name: string
  date: string
  seats: number
}

/** Whether staff can return money of the order, or seats of a free one. */
export const isRefundable = (status: string | null): boolean => status === "paid" || status === "partly_refunded"

export function listSoldBookings({ orderItems }: Order): SoldBooking[] {
  return orderItems.flatMap(({ _id: product, name, bookings }) =>
    bookings
      .filter(({ status }) => status === "confirmed")
      .map(({ _id, bookingDate, reservationSeats }) => ({
        id: _id,
        product,
        name,
        date: bookingDate,
        seats: reservationSeats.qty,
      })),
  )
}

/** The bookings without the seats for which a refund is pending. */
export function listRefundableBookings(order: Order): SoldBooking[] {
  const pending = order.refunds.filter(({ status }) => status === "requested" || status === "pending")
  const returning = (id: string) =>
    pending.flatMap(({ parts }) => parts).reduce((sum, part) => sum + (part.booking === id ? part.seats : 0), 0)
  return listSoldBookings(order)
    .map((booking) => ({ ...booking, seats: booking.seats - returning(booking.id) }))
    .filter(({ seats }) => seats > 0)
}

/** "Friday Commander Night, Fri, Dec 4 · 2 seats" */
export function bookingText({ name, date, seats }: SoldBooking): string {
  return `${name}, ${formatDay(date)} · ${counted(seats, "seat")}`
}
