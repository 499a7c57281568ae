import type { Order } from "~/api/types"
import { formatSum } from "~/lib/money"

/** Returns why an order is refunded in full, or "" for old orders without a stored reason. */
export function refundReason({ refundDue }: Order): string {
  switch (refundDue?.because) {
    case "seats_gone":
      return "The seats were no longer available when your payment arrived."
    case "refused":
      return "We've released these seats."
    default:
      return ""
  }
}

/** Returns the progress of the refund. */
export function refundProgress({ refundDue }: Order): string {
  if (!refundDue) return ""
  const sum = formatSum(refundDue)
  switch (refundDue.step) {
    case "not_taken":
      return "PayPal is still checking it. If it's charged, we'll refund it in full automatically."
    case "asked":
      return `We'll refund ${sum} in full to your original payment method. No action needed.`
    case "refused":
      return `PayPal hasn't refunded ${sum} yet. We're on it.`
  }
}
