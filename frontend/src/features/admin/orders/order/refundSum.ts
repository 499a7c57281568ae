/** The amount of a refund. That of selected dates includes taxes, which only the server can calculate. */
import type { OrderEvent } from "~/api/queries/staff/orders"
import type { Order } from "~/api/types"
import { dollars, type RefundTyped } from "./refund"
import { fromCents, toCents } from "~/lib/money"

type Typed = Pick<RefundTyped, "what" | "amount">

/** In dollars; null if it can't be calculated. `history` has the captured amount, which may differ from the total. */
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
