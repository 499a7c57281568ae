import type { Order } from "~/api/types"
import { isCalledOff, isOnlyGift, isSold } from "./lines"

/** Returns the page's heading. `confirming`: a payment was sent, and its result is not known yet. */
export function headingFor(order: Order, { confirming = false } = {}): string {
  if (isSold(order) && isOnlyGift(order)) return "Thank you for your gift!"
  if (isSold(order)) return isCalledOff(order) ? "Your date is canceled" : "Thank you for your purchase!"
  switch (order.status) {
    case "held":
      return confirming ? "Your payment is being confirmed" : "Not paid yet"
    case "expired":
      return isOnlyGift(order) ? "Not paid" : "Your hold expired"
    case "cancelled":
      return "This order was canceled"
    case "capturing":
    case "review":
      return "Your payment is being checked"
    case "refund_due":
      return headingForRefundDue(order)
    case "partly_refunded":
      return "This order has no seats left"
    default:
      return "This order was refunded"
  }
}

function headingForRefundDue({ refundDue }: Order): string {
  switch (refundDue?.because) {
    case "seats_gone":
      return "We're sorry, the seats were no longer available"
    case "refused":
      return "We could not accept your payment"
    default:
      return "Your payment is being refunded"
  }
}
