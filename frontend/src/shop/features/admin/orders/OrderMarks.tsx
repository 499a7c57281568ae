import type { AttentionItem, Order, OrderStatus } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { Badge } from "~/common/ui/feedback/Badge"
import { Notice } from "~/common/ui/feedback/Notice"

/** The status, and whether it is a test, free, a late guest's or delivered. */
export function OrderMarks({ order }: { order: Order }) {
  const { label, look } = statusLabels[order.status]
  return (
    <span className="flex flex-wrap gap-1 xl:flex-nowrap xl:whitespace-nowrap">
      <Badge look={look}>{label}</Badge>
      {order.isTest && <Badge look="info">Test order</Badge>}
      {isFree(order) && <Badge>Free</Badge>}
      {order.source && <Badge>At the door, by phone</Badge>}
      {order.deliveredAt && <Badge>Delivered</Badge>}
    </span>
  )
}

type Look = "ok" | "neutral" | "warning" | "error"

/** The labels of an order's status for staff. */
export const statusLabels: Record<OrderStatus, { label: string; look: Look }> = {
  paid: { label: "Paid", look: "ok" },
  partly_refunded: { label: "Partly refunded", look: "warning" },
  refunded: { label: "Refunded", look: "neutral" },
  refund_due: { label: "Refund due", look: "error" },
  review: { label: "In review", look: "warning" },
  capturing: { label: "Payment pending", look: "warning" },
  held: { label: "On hold", look: "neutral" },
  expired: { label: "Expired", look: "neutral" },
  cancelled: { label: "Canceled", look: "neutral" },
}

/** The labels of what needs a decision about money. */
export const kindLabels: Record<AttentionItem["kind"], string> = {
  unmatched: "Payment without an order",
  alert: "Check this payment",
  refund_by_hand: "Refund by hand",
  review: "Payment in review",
  refund_due: "Refund due",
  refund_failed: "Refund refused",
  stuck: "Keeps failing",
  gifts_pay_costs: "Gifts are paying for costs",
}

/** "2 dates · 5 seats", or "Gift to Cards for Cats" without seats */
export function reservations({ orderItems, charity }: Order): string {
  if (orderItems.length === 0) return `Gift to ${charity ?? "the charity"}`
  const bookings = orderItems.flatMap((item) => item.bookings)
  const seats = bookings.reduce((sum, booking) => sum + booking.reservationSeats.qty, 0)
  return `${counted(bookings.length, "date")} · ${counted(seats, "seat")}`
}

/** "PayPal", however the API spells it. Free orders have a stored method, too, but it is not shown. */
export function paymentMethod({ paymentMethod: stored, totalPrice }: Order): string {
  if (totalPrice === 0) return "None"
  return stored.toLowerCase() === "paypal" ? "PayPal" : stored
}

export const isFree = ({ totalPrice }: Order): boolean => totalPrice === 0

/** Tells staff how many people came in with seats that they are about to take away. Nothing if nobody did. */
export function InsideWarning({ inside }: { inside: number | undefined }) {
  if (!inside) return null
  return <Notice look="warning">{counted(inside, "person is", "people are")} inside already.</Notice>
}
