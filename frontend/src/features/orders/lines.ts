import type { Order, OrderBooking, OrderItem } from "~/api/types"
import { priceItem } from "~/lib/pricing"
import { shop } from "~/state/shop"

/** One date of an order: a ticket once it is paid. */
export interface TicketLine {
  item: OrderItem
  booking: OrderBooking
  /** dollars */
  subtotal: number
}

/** All dates of an order, the next one first. */
export function ticketLines({ orderItems }: Order): TicketLine[] {
  const lines = orderItems.flatMap((item) =>
    item.bookings.map((booking) => ({
      item,
      booking,
      subtotal: priceItem({ price: item.price, bookings: [booking] }, shop()),
    })),
  )
  return lines.toSorted((one, other) => Date.parse(one.booking.bookingDate) - Date.parse(other.booking.bookingDate))
}

/** The name that was given at checkout; without one, the buyer's: a free order asks for none. */
export function forWhom({ shippingAddress: { fName, lName }, buyer }: Order): string {
  const names = fName || lName ? [fName, lName] : [buyer.firstName, buyer.lastName]
  return names.filter(Boolean).join(" ")
}

/** Dollars that the shop still has for this order. */
export function netPaid({ totalPrice, refundedPrice }: Order): number {
  return totalPrice - refundedPrice
}

/** Thanks are due where the seats are sold: for a free order too, and where only a part was given back. */
export function isSold(order: Order): boolean {
  return order.status === "paid" || (order.status === "partly_refunded" && netPaid(order) > 0)
}
