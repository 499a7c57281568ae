import { formatMoney, formatSum } from "~/lib/money"

interface Refunded {
  refundedPrice: number
  refunds: readonly { amount: number; currency: string; status: string }[]
}

const completed = ({ refunds }: Refunded) => refunds.filter(({ status }) => status === "completed")

/** Whether all refunds were in the shop's currency, so that they can be subtracted from the total. */
export function isInDollars(order: Refunded): boolean {
  return completed(order).every(({ currency }) => currency === "USD")
}

/** "$27.60", or "27.60 EUR" if PayPal captured and refunded another currency */
export function formatRefunded(order: Refunded): string {
  return isInDollars(order) ? formatMoney(order.refundedPrice) : completed(order).map(formatSum).join(" and ")
}
