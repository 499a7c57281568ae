import type { Matter } from "~/api/queries/staffOrders"

export const kindWords: Record<Matter["kind"], string> = {
  unmatched: "Payment without an order",
  review: "Payment in review",
  refund_due: "Refund due",
  refund_failed: "Refund refused",
}
