import { Suspense, type ReactNode } from "react"
import { seatsOnDates } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import type { Totals } from "~/lib/pricing"
import { SumRow } from "~/ui/layout/SumRow"

interface CheckoutBillProps {
  totals: Totals
  lines: readonly { seats: number }[]
  /** The payment box. */
  children: ReactNode
  /** Loaded later, and below the payment box, so that nothing moves when they appear. */
  terms?: ReactNode
}

export function CheckoutBill({ totals, lines, children, terms }: CheckoutBillProps) {
  return (
    <section
      aria-labelledby="summary"
      className="grid gap-4 rounded-card border border-hair bg-paper p-5 shadow-1 lg:sticky lg:top-[calc(var(--header-h)+1rem)]"
    >
      <h2 id="summary">Summary</h2>
      <dl className="grid gap-2">
        <SumRow
          label={
            <>
              Subtotal <span className="inline-block">{`(${seatsOnDates(lines)})`}</span>
            </>
          }
        >
          {formatMoney(totals.itemsPrice)}
        </SumRow>
        <SumRow label="Taxes">{formatMoney(totals.taxPrice)}</SumRow>
        <SumRow label="Shipping">{totals.shippingPrice > 0 ? formatMoney(totals.shippingPrice) : "$0"}</SumRow>
        <SumRow label="Total" total>
          {formatMoney(totals.totalPrice)}
        </SumRow>
      </dl>
      {children}
      <Suspense>{terms}</Suspense>
    </section>
  )
}
