import { formatMoney } from "~/lib/money"
import { useCartPrice } from "~/shared/cart/useCartPrice"
import type { CartLine } from "~/shared/cart/useFreshCart"
import type { Cart } from "~/state/cart"

/** The total of a cart that the server prices, in the bar on a phone. */
export default function QuotedTotal({ now, lines }: { now: Cart; lines: readonly CartLine[] }) {
  return formatMoney(useCartPrice(now, lines).price.totalPrice)
}
