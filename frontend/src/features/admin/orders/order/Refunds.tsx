import type { Order, Refund } from "~/api/types"
import { counted } from "~/lib/counted"
import { formatMoney, formatSum } from "~/lib/money"
import { formatDay, formatShortDate } from "~/lib/time/dates"
import { shop } from "~/state/shop"

/** The refunds of an order, oldest first, with the seats that each returns, and the fees and gifts that the club keeps. */
export function Refunds({ order }: { order: Order }) {
  const refunds = order.refunds.filter(({ status }) => status !== "failed")
  if (refunds.length === 0) return null
  return (
    <div>
      <h3 className="font-text text-md font-semibold">Refunds</h3>
      <ul className="mt-1 grid gap-2 text-sm [overflow-wrap:anywhere]">
        {refunds.map((refund) => (
          <li key={refund.createdAt}>
            <p>{headline(refund)}</p>
            {refund.giftPrice && <p className="text-ink-2">{formatMoney(refund.giftPrice)} of it from the gift</p>}
            {refund.parts.map((part) => (
              <p key={part.booking} className="text-ink-2">
                {partText(part, order)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** "11/22/2026: $12.42 refunded" */
function headline(refund: Refund): string {
  const money = refund.amount > 0 ? formatSum(refund) : "no money"
  const what = refund.status === "completed" ? "refunded" : "to be refunded, waiting for PayPal"
  return `${formatShortDate(refund.createdAt, shop().timeZone)}: ${money} ${what}`
}

/** "1 seat, Friday Commander Night, Fri, Dec 4, gift of $12.42" */
function partText({ booking, seats, fee, gift }: Refund["parts"][number], { orderItems }: Order): string {
  const item = orderItems.find(({ bookings }) => bookings.some(({ _id }) => _id === booking))
  const date = item?.bookings.find(({ _id }) => _id === booking)?.bookingDate
  return [
    counted(seats, "seat"),
    item?.name,
    date && formatDay(date, shop().timeZone),
    fee > 0 && `fee of ${formatMoney(fee)}`,
    gift > 0 && `gift of ${formatMoney(gift)}`,
  ]
    .filter(Boolean)
    .join(", ")
}
