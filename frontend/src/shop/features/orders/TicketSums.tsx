import { Fragment } from "react"
import { formatMoney } from "~/common/lib/money"
import type { TicketLine } from "~/shop/shared/orders/orderDates"

interface TicketSumsProps {
  booking: TicketLine["booking"]
  /** Whether its seats are booked. */
  sold: boolean
}

/** A ticket's seats, what they cost, and what was paid for them if that is another amount. */
export function TicketSums({ booking: { reservationSeats, subtotal, paid }, sold }: TicketSumsProps) {
  const sums: [string, string | number][] = [["Seats", reservationSeats.qty]]
  if (subtotal > 0) sums.push(["Subtotal", formatMoney(subtotal)])
  if (sold && paid !== undefined && paid !== subtotal) sums.push(["Paid", formatMoney(paid)])
  return (
    <dl className="grid w-fit grid-cols-[auto_auto] gap-x-3 print:grid-cols-[repeat(6,auto)]">
      {sums.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-right font-semibold">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
