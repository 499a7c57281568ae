import type { Order } from "~/api/types"
import { formatSum } from "~/lib/money"

/** Why an order is refunded in full; empty for orders from before the reason was stored. */
export function whyItGoesBack({ refundDue }: Order): string {
  switch (refundDue?.because) {
    case "seats_gone":
      return "The seats were no longer available when your payment arrived."
    case "refused":
      return "We've released these seats."
    default:
      return ""
  }
}

/** What becomes of the money, and that the buyer has nothing to do. */
export function howItGoesBack({ refundDue }: Order): string {
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
