/** What a refund would come to, where that takes no reckoning of taxes: what dates come to, the server alone says. */
import type { Happening } from "~/api/queries/staffOrders"
import type { Order } from "~/api/types"
import { dollars, type RefundTyped } from "./refund"
import { fromCents, toCents } from "~/lib/money"

type Typed = Pick<RefundTyped, "what" | "amount">

/** Dollars; null where the page cannot know. `history` tells what was captured, which is not always the total. */
export function refundSum(
  { refunds }: Pick<Order, "refunds">,
  history: readonly Happening[],
  { what, amount }: Typed,
): number | null {
  const typed = what === "amount" ? dollars(amount) : Number.NaN
  if (!Number.isNaN(typed)) return typed
  const captured = history.find(({ did }) => did === "payment captured")
  if (what !== "all" || captured?.currency !== "USD" || captured.amount === null) return null
  const gone = refunds.filter(({ status }) => status !== "failed").reduce((sum, { amount }) => sum + toCents(amount), 0)
  const kept = toCents(captured.amount) - gone
  return kept > 0 ? fromCents(kept) : null
}
