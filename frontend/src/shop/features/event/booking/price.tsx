import { formatMoney } from "~/common/lib/money"
import type { Quote } from "~/common/api/types"
import type { Totals } from "~/common/lib/pricing"
import { counted } from "~/common/lib/text"

export type SeatsPrice = Totals & Partial<Pick<Quote, "discounts">>

/** "2 seats · $27.60", "2 seats · free", or "2 seats" if the total isn't known yet */
export function formatSeats(seats: number, total: number | undefined): string {
  const text = counted(seats, "seat")
  return total === undefined ? text : `${text} · ${total === 0 ? "free" : formatMoney(total)}`
}

interface SeatsSumProps {
  seats: number
  price: SeatsPrice | undefined
  /** The button below says the sum, which is then only for screen readers. */
  isOnButton?: boolean
}

/** "2 seats · $27.60", and small, what is in it: "incl. $3.60 sales tax". */
export function SeatsSum({ seats, price, isOnButton = false }: SeatsSumProps) {
  const isAll = isOnButton && price?.totalPrice === 0
  return (
    <output className={isAll ? "sr-only" : "flex min-h-6 flex-wrap items-baseline justify-between gap-x-4"}>
      <span className={isOnButton ? "sr-only" : "money text-lg font-semibold"}>
        {formatSeats(seats, price?.totalPrice)}
      </span>{" "}
      <span className="text-sm text-ink-2">{price && partsOf(price)}</span>
    </output>
  )
}

/** "incl. $3.60 sales tax, Member price −$4.00" */
function partsOf({ taxPrice, shippingPrice, discounts = [] }: SeatsPrice): string {
  return [
    taxPrice > 0 && `incl. ${formatMoney(taxPrice)} sales tax`,
    shippingPrice > 0 && `incl. ${formatMoney(shippingPrice)} shipping`,
    ...discounts.map(({ label, amount }) => `${label} −${formatMoney(amount)}`),
  ]
    .filter(Boolean)
    .join(", ")
}
