import { Printer } from "lucide-react"
import type { Order } from "~/api/types"
import { formatDateTime, formatShortDate } from "~/lib/time/dates"
import { isInDollars } from "~/lib/refunds"
import { formatMoney, formatSum } from "~/lib/money"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { SumRow } from "~/ui/layout/SumRow"
import { forWhom } from "./lines"

/** What was placed, charged and given back. */
export function OrderSums({ order, netPaid }: { order: Order; netPaid: number }) {
  const { timeZone } = shop()
  const name = forWhom(order)
  const returned = order.refunds.filter(({ status, amount }) => status === "completed" && amount > 0)
  return (
    <section
      aria-label="Order total"
      className="keep-together grid gap-4 rounded-card border border-hair bg-paper p-4 sm:p-5 lg:sticky lg:top-[calc(var(--header-h)+1.5rem)] print:static print:p-2"
    >
      <dl className="grid gap-2 print:gap-0">
        {name && <SumRow label="For">{name}</SumRow>}
        <MomentRow label="Placed At" at={order.createdAt} />
        {order.paidAt && !order.isTest && isLater(order.paidAt, order.createdAt) && (
          <MomentRow label="Paid" at={order.paidAt} />
        )}
        {order.deliveredAt && <MomentRow label="Delivered" at={order.deliveredAt} />}
        {order.shippingPrice > 0 && <SumRow label="Shipping">{formatMoney(order.shippingPrice)}</SumRow>}
        <SumRow label="Taxes & Other Fees">{formatMoney(order.taxPrice)}</SumRow>
        <SumRow label="Total" total>
          {formatMoney(order.totalPrice)}
        </SumRow>
        {returned.map((refund) => (
          <SumRow key={refund.createdAt} label={`Refunded on ${formatShortDate(refund.createdAt, timeZone)}`}>
            −{formatSum(refund)}
          </SumRow>
        ))}
        {returned.length > 0 && isInDollars(order) && <SumRow label="Net paid">{formatMoney(netPaid)}</SumRow>}
      </dl>
      <Button look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden size={20} />
        Print
      </Button>
    </section>
  )
}

/** Whether the two moments are a minute or more apart; within the same minute the second one says nothing new. */
function isLater(paidAt: string, placedAt: string): boolean {
  return Date.parse(paidAt) - Date.parse(placedAt) >= 60_000
}

/** Small on a small phone, where a day and its time would else take two lines. */
function MomentRow({ label, at }: { label: string; at: string }) {
  return (
    <SumRow label={label}>
      <span className="max-[24rem]:text-sm">{formatDateTime(at, shop().timeZone)}</span>
    </SumRow>
  )
}
