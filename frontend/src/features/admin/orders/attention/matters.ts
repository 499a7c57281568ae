import type { Matter } from "~/api/queries/staffOrders"
import { formatMoney } from "~/lib/money"

export const kindWords: Record<Matter["kind"], string> = {
  unmatched: "Payment without an order",
  review: "Payment in review",
  refund_due: "Refund due",
  refund_failed: "Refund refused",
}

/** "$12.00", or "12.00 EUR" where PayPal took another currency */
export function amountOf({ amount, currency }: Pick<Matter, "amount" | "currency">): string {
  return currency === "USD" || currency === "" ? formatMoney(amount) : `${amount.toFixed(2)} ${currency}`
}
