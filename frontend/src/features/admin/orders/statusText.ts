import type { Order, OrderStatus } from "~/api/types"
import { counted } from "~/lib/counted"

type Look = "ok" | "neutral" | "warning" | "error"

/** The labels of an order's status for staff. */
export const statusWords: Record<OrderStatus, { word: string; look: Look }> = {
  paid: { word: "Paid", look: "ok" },
  partly_refunded: { word: "Partly refunded", look: "warning" },
  refunded: { word: "Refunded", look: "neutral" },
  refund_due: { word: "Refund due", look: "error" },
  review: { word: "In review", look: "warning" },
  capturing: { word: "Payment pending", look: "warning" },
  held: { word: "On hold", look: "neutral" },
  expired: { word: "Expired", look: "neutral" },
  cancelled: { word: "Cancelled", look: "neutral" },
}

/** "2 dates · 5 seats" */
export function reservations({ orderItems }: Order): string {
  const bookings = orderItems.flatMap((item) => item.bookings)
  const seats = bookings.reduce((sum, booking) => sum + booking.reservationSeats.qty, 0)
  return `${counted(bookings.length, "date")} · ${counted(seats, "seat")}`
}

/** "PayPal"; the API spells it differently, and sets it for free orders, too. */
export function paymentMethod({ paymentMethod: wire, totalPrice }: Order): string {
  if (totalPrice === 0) return "None"
  return wire.toLowerCase() === "paypal" ? "PayPal" : wire
}

export const isFree = ({ totalPrice }: Order): boolean => totalPrice === 0

export function personName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter(Boolean).join(" ")
}

/** "refund requested" → "Refund requested" */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
