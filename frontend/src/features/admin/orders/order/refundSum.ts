/**
 * What a refund would come to, as far as the order's page knows it. The server decides, by the rule of its
 * `refundable_for_lines`; null where the page cannot know.
 */
import type { Happening } from "~/api/queries/staffOrders"
import type { Order } from "~/api/types"
import { dollars, type RefundTyped } from "~/features/admin/orders/order/refund"
import { fromCents, toCents } from "~/lib/money"

type Known = Pick<Order, "orderItems" | "refunds" | "itemsPrice" | "taxPrice">
type Typed = Pick<RefundTyped, "what" | "lines" | "amount">

/** Dollars. `history` tells what was captured, which is not always the total. */
export function refundSum(order: Known, history: readonly Happening[], { what, lines, amount }: Typed): number | null {
  const typed = what === "amount" ? dollars(amount) : Number.NaN
  if (!Number.isNaN(typed)) return typed
  const kept = keptCents(order, history)
  if (kept === null) return null
  const cents = what === "all" ? kept : what === "lines" ? ofLines(order, kept, new Set(lines)) : null
  return cents !== null && cents > 0 ? fromCents(cents) : null
}

/** Captured, minus every refund that is asked for or done. */
function keptCents({ refunds }: Known, history: readonly Happening[]): number | null {
  const captured = history.find(({ did }) => did === "payment captured")
  if (captured?.currency !== "USD" || captured.amount === null) return null
  return toCents(captured.amount) - refunds.filter(isLive).reduce((sum, refund) => sum + toCents(refund.amount), 0)
}

const isLive = ({ status }: Order["refunds"][number]) => status !== "failed"

function ofLines(order: Known, kept: number, chosen: ReadonlySet<string>): number | null {
  const prices = linePrices(order)
  if (prices === null || chosen.size === 0) return null
  const before = new Set(order.refunds.filter(isLive).flatMap(({ bookings }) => bookings))
  const after = new Set([...before, ...chosen])
  if ([...prices.keys()].every((line) => after.has(line))) return kept
  const price = [...chosen].reduce((sum, line) => sum + (prices.get(line) ?? 0), 0)
  return Math.min(price + taxOf(after, prices, order) - taxOf(before, prices, order), kept)
}

/** Each line's tax is rounded by itself, half a cent up; together never more than the order's. */
function taxOf(lines: ReadonlySet<string>, prices: ReadonlyMap<string, number>, order: Known): number {
  const [tax, items] = [toCents(order.taxPrice), toCents(order.itemsPrice)]
  if (items === 0) return 0
  const shares = [...lines].map((line) => Math.floor((2 * (prices.get(line) ?? 0) * tax + items) / (2 * items)))
  return Math.min(
    shares.reduce((sum, share) => sum + share, 0),
    tax,
  )
}

/** Cents of each date before tax. An order was priced per seat or per booking; null where its sum fits neither. */
function linePrices({ orderItems, itemsPrice }: Known): Map<string, number> | null {
  const lines = orderItems.flatMap(({ price, bookings }) =>
    bookings.map(({ _id, reservationSeats }) => ({ id: _id, price: toCents(price), seats: reservationSeats.qty })),
  )
  for (const perSeat of [true, false]) {
    const prices = new Map(lines.map(({ id, price, seats }) => [id, perSeat ? price * seats : price]))
    if ([...prices.values()].reduce((sum, price) => sum + price, 0) === toCents(itemsPrice)) return prices
  }
  return null
}
