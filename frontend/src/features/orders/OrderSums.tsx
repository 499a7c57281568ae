import { Printer } from "lucide-react"
import type { ReactNode } from "react"
import type { Order } from "~/api/types"
import { counted } from "~/lib/text"
import { formatDateTime, formatShortDate } from "~/lib/time/dates"
import { isInDollars } from "~/lib/refunds"
import { formatMoney, formatSum } from "~/lib/money"
import { DiscountRows, GiftRow } from "~/shared/cart/price"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { SumRow } from "~/ui/layout/SumRow"
import { isOnlyGift, ticketHolder } from "./lines"

interface OrderSumsProps {
  order: Order
  netPaid: number
  /** Stands above the sums. */
  children?: ReactNode
}

/** When the order was placed and paid, its sums and its refunds. */
export function OrderSums({ order, netPaid, children }: OrderSumsProps) {
  const { timeZone } = shop()
  const name = ticketHolder(order)
  const refunds = order.refunds.filter(({ status, amount }) => status === "completed" && amount > 0)
  return (
    <section
      aria-label="Order total"
      className="keep-together grid gap-4 rounded-card border border-hair bg-paper p-4 sm:p-5 lg:sticky lg:top-[calc(var(--header-h)+1.5rem)] print:static print:p-2"
    >
      {children}
      <dl className="grid gap-2 print:gap-0">
        {name && <SumRow label="For">{name}</SumRow>}
        <DateTimeRow label="Placed At" at={order.createdAt} />
        {order.paidAt && !order.isTest && isLater(order.paidAt, order.createdAt) && (
          <DateTimeRow label="Paid" at={order.paidAt} />
        )}
        {order.deliveredAt && <DateTimeRow label="Delivered" at={order.deliveredAt} />}
        <DiscountRows price={order} />
        {/* The tickets show the seats that are left, so their subtotals no longer add up to the total. */}
        {order.status === "partly_refunded" && !isOnlyGift(order) && (
          <SumRow label="Subtotal">{formatMoney(order.itemsPrice)}</SumRow>
        )}
        {order.shippingPrice > 0 && <SumRow label="Shipping">{formatMoney(order.shippingPrice)}</SumRow>}
        {!isOnlyGift(order) && <SumRow label="Taxes & Other Fees">{formatMoney(order.taxPrice)}</SumRow>}
        <GiftRow price={order} />
        <SumRow label="Total" total>
          {formatMoney(order.totalPrice)}
        </SumRow>
        {refunds.map((refund) => (
          <SumRow
            key={refund.createdAt}
            label={`${refundedText(refund)} on ${formatShortDate(refund.createdAt, timeZone)}`}
          >
            −{formatSum(refund)}
          </SumRow>
        ))}
        {refunds.length > 0 && isInDollars(order) && <SumRow label="Net paid">{formatMoney(netPaid)}</SumRow>}
      </dl>
      {order.giftNote && <p className="text-sm text-ink-2">{order.giftNote}</p>}
      <Button look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden size={20} />
        Print
      </Button>
    </section>
  )
}

const countSeats = ({ parts }: Order["refunds"][number]) => parts.reduce((sum, { seats }) => sum + seats, 0)

/** "1 seat refunded", or "Refunded" if no seats went back. */
function refundedText(refund: Order["refunds"][number]): string {
  const seats = countSeats(refund)
  return seats > 0 ? `${counted(seats, "seat")} refunded` : "Refunded"
}

/** Whether the order was paid a minute or more after it was placed. Otherwise the time of payment is not shown. */
function isLater(paidAt: string, placedAt: string): boolean {
  return Date.parse(paidAt) - Date.parse(placedAt) >= 60_000
}

/** Uses a smaller font on narrow phones, so that the date and time fit on one line. */
function DateTimeRow({ label, at }: { label: string; at: string }) {
  return (
    <SumRow label={label}>
      <span className="max-[24rem]:text-sm">{formatDateTime(at, shop().timeZone)}</span>
    </SumRow>
  )
}
