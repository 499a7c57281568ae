import { formatMoney, formatSum, fromCents, toCents } from "~/common/lib/money"

interface Refunded {
  refundedPrice: number
  giftPrice?: number | undefined
  refunds: readonly { amount: number; giftPrice?: number | undefined; currency: string; status: string }[]
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

/** What was not refunded of the order's gift, in dollars. */
export function giftLeft({ giftPrice = 0, refunds }: Pick<Refunded, "giftPrice" | "refunds">): number {
  const refunded = refunds.filter(({ status }) => status !== "failed").map((refund) => refund.giftPrice ?? 0)
  return fromCents(refunded.reduce((cents, gift) => cents - toCents(gift), toCents(giftPrice)))
}
