import type { Order } from "~/api/types"
import { formatSum } from "~/lib/money"

/** Why all of an order's money goes back; empty for orders from before that was written down. */
export function whyItGoesBack({ refundDue }: Order): string {
  switch (refundDue?.because) {
    case "seats_gone":
      return "They could no longer be kept for you when your payment arrived."
    case "refused":
      return "The seats are no longer kept for you."
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
      return "PayPal is still checking it. If the money is taken after all, all of it comes back to you by itself."
    case "asked":
      return `You get ${sum} back in full, the way you paid. There is nothing you have to do.`
    case "refused":
      return `PayPal has not sent ${sum} back yet. We know about it, and see to it that you get it.`
  }
}
