import type { AttentionItem } from "~/common/api/types"
import { requiredText } from "~/common/ui/forms/rules"

export const kindLabels: Record<AttentionItem["kind"], string> = {
  unmatched: "Payment without an order",
  alert: "Check this payment",
  refund_by_hand: "Refund by hand",
  review: "Payment in review",
  refund_due: "Refund due",
  refund_failed: "Refund refused",
  stuck: "Keeps failing",
}

/** For payments without an order, which have no buyer. */
export const recordHint = "Internal note, never emailed."

/** For reviews and repeated refunds, whose emails have a fixed reason. */
export const unmailedHint =
  "Internal note, never emailed. A buyer who gets a refund can find it by downloading their data."

/** The reason for a refund or a decision about a payment, for the records. */
export const reasonField = requiredText("Enter a reason.", 500)
