import clsx from "clsx"
import { Link } from "react-router-dom"
import type { OrderStatus } from "~/api/types"
import { formatMoney } from "~/lib/money"
import { formatDateOption, formatShortDate } from "~/lib/time/dates"
import { paths } from "~/paths"
import { ticketLines, type TicketLine } from "~/shared/orders/orderDates"
import { charity, shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import type { NamedOrder } from "./sortOrders"

/** An order in a list: its name, its other dates, its number and its total. */
export function OrderRow({ order, line }: NamedOrder) {
  const status = order.refundDue?.step === "not_taken" ? "Payment not accepted" : statusTexts[order.status]
  const others = ticketLines(order).filter(({ booking }) => booking._id !== line?.booking._id)
  return (
    <li className="relative grid gap-2 rounded-card border border-hair bg-paper p-4 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={paths.order(order._id)}
          className="inline-flex min-h-tap min-w-0 items-center font-semibold underline after:absolute after:inset-0 after:rounded-card"
        >
          <span>{line ? <EventAndDate line={line} /> : `Gift to ${order.charity ?? charity()}`}</span>
        </Link>
        {line && <DateBadge line={line} />}
      </div>
      {others.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {others.map((other) => (
            <li key={other.booking._id}>
              <EventAndDate line={other} /> <DateBadge line={other} />
            </li>
          ))}
        </ul>
      )}
      {(status || order.isTest) && (
        <p className="flex flex-wrap gap-2">
          {status && <Badge look="warning">{status}</Badge>}
          {order.isTest && <Badge look="info">Test order</Badge>}
        </p>
      )}
      <p className="count flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        <span>
          Order <span className="whitespace-nowrap">{order.number}</span>, placed{" "}
          {formatShortDate(order.createdAt, shop().timeZone)}
        </span>
        <span className="money">{formatMoney(order.totalPrice)}</span>
      </p>
    </li>
  )
}

/** "Draft Night, Fri, Dec 4 · 7:00 PM" */
function EventAndDate({ line: { item, booking } }: { line: TicketLine }) {
  return (
    <>
      {item.name},{" "}
      <span className={clsx("inline-block", booking.isOff && "line-through")}>
        {formatDateOption(booking.bookingDate, shop().timeZone)}
      </span>
    </>
  )
}

/** Says that the club cancelled or moved the date. */
function DateBadge({ line: { booking } }: { line: TicketLine }) {
  if (!booking.isOff && !booking.dateChange) return null
  return <Badge look="warning">{booking.isOff ? "Canceled" : "New time"}</Badge>
}

/** Paid orders have no badge. */
const statusTexts: Record<OrderStatus, string | null> = {
  held: "Not paid yet",
  expired: "Not paid",
  cancelled: "Canceled",
  capturing: "Payment being checked",
  review: "Payment being checked",
  paid: null,
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
  refund_due: "Refund on its way",
}
