import { formatShortDate } from "~/common/lib/time/dates"
import type { Order, OrderBooking, OrderItem } from "~/common/api/types"

/** One date of an order: a ticket once it is paid. */
export interface TicketLine {
  item: OrderItem
  booking: OrderBooking
}

/** Returns all dates of an order, earliest first. */
export function ticketLines({ orderItems }: Order): TicketLine[] {
  const lines = orderItems.flatMap((item) => item.bookings.map((booking) => ({ item, booking })))
  return [...lines].sort((one, other) => Date.parse(one.booking.bookingDate) - Date.parse(other.booking.bookingDate))
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

const DAY_MS = 86_400_000

/** Returns the days until an instant on the club's calendar: 0 today, 1 tomorrow. Days of 23 or 25 hours count as one. */
export function daysUntil(iso: string, now: number): number {
  return (calendarDay(iso) - calendarDay(new Date(now).toISOString())) / DAY_MS
}

function calendarDay(iso: string): number {
  const [month = 0, day = 0, year = 0] = formatShortDate(iso).split("/").map(Number)
  return Date.UTC(year, month - 1, day)
}
