import type { ReactNode } from "react"
import type { PriceExtras } from "~/api/types"
import { formatMoney } from "~/lib/money"
import { charity } from "~/state/shop"
import { SumRow } from "~/ui/layout/SumRow"

/** What the seats cost without discounts, and each discount. Nothing without discounts. */
export function DiscountRows({ price: { listPrice = 0, discounts = [] } }: { price: PriceExtras }): ReactNode {
  if (discounts.length === 0) return null
  return (
    <>
      <SumRow label="Before discounts">{formatMoney(listPrice)}</SumRow>
      {discounts.map(({ label, amount }) => (
        <SumRow key={label} label={label}>
          −{formatMoney(amount)}
        </SumRow>
      ))}
    </>
  )
}

/** An order names the charity that it was placed for, whatever the shop's is now. */
export function GiftRow({ price }: { price: PriceExtras }): ReactNode {
  const { giftPrice = 0 } = price
  return giftPrice > 0 && <SumRow label={`Gift to ${price.charity ?? charity()}`}>{formatMoney(giftPrice)}</SumRow>
}
