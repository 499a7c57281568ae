import type { ReviewItem } from "~/api/queries/staffOrders"

export const kindWords: Record<ReviewItem["kind"], string> = {
  unmatched: "Payment without an order",
  alert: "Check this payment",
  review: "Payment in review",
  refund_due: "Refund due",
  refund_failed: "Refund refused",
  stuck: "Keeps failing",
}

/** For payments without an order, which have no buyer. */
export const recordHint = "Kept on record. No mail says it."

/** For reviews and repeated refunds, whose emails have a fixed reason. */
export const unmailedHint =
  "Kept on record. No mail says it, but a buyer whose money goes back finds it in a download of their own data."
