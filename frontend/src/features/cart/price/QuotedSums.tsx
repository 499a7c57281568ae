import { DiscountRows, GiftRow } from "~/shared/cart/PriceRows"
import { useCartPrice } from "~/shared/cart/useCartPrice"
import type { CartLine } from "~/shared/cart/useFreshCart"
import type { Cart } from "~/state/cart"
import { Sums } from "../OrderSummary"

interface QuotedSumsProps {
  now: Cart
  lines: readonly CartLine[]
}

/** The sums of a cart that the server prices. */
export default function QuotedSums({ now, lines }: QuotedSumsProps) {
  const { price } = useCartPrice(now, lines)
  return (
    <Sums price={price} lines={lines} discounts={<DiscountRows price={price} />} gift={<GiftRow price={price} />} />
  )
}
