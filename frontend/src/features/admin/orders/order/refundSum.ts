/** The amount of a refund, if the page can know it: with its taxes, only the server can calculate that of single dates. */
import type { OrderEvent } from "~/api/queries/staffOrders"
import type { Order } from "~/api/types"
import { dollars, type RefundTyped } from "./refund"
import { fromCents, toCents } from "~/lib/money"

type Typed = Pick<RefundTyped, "what" | "amount">

/** Dollars; null if the page cannot know. `history` has the captured amount, which is not always the total. */
export function refundSum(
  { refunds }: Pick<Order, "refunds">,
  history: readonly OrderEvent[],
  { what, amount }: Typed,
): number | null {
  const typed = what === "amount" ? dollars(amount) : Number.NaN
  if (!Number.isNaN(typed)) return typed
  const captured = history.find(({ did }) => did === "payment captured")
  if (what !== "all" || captured?.currency !== "USD" || captured.amount === null) return null
  const refunded = refunds
    .filter(({ status }) => status !== "failed")
    .reduce((sum, { amount }) => sum + toCents(amount), 0)
  const left = toCents(captured.amount) - refunded
  return left > 0 ? fromCents(left) : null
}
