import clsx from "clsx"
import { lazy, Suspense } from "react"
import type { OrderChange } from "~/api/queries/changes"
import type { Order, Refund } from "~/api/types"
import { formatDay, formatShortDate } from "~/lib/time/dates"
import { formatMoney, formatSum, fromCents, toCents } from "~/lib/money"
import { shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { OnDay } from "~/ui/time/OnDay"
import { Picture } from "~/ui/pictures/Picture"
import { PlaceText } from "~/ui/layout/PlaceText"
import { When } from "~/ui/time/When"
import { isSold, ticketLines, type TicketLine } from "./lines"

const TicketDetails = lazy(() => import("./TicketDetails"))
const TicketFooter = lazy(() => import("./TicketFooter"))

export function Tickets({ order }: { order: Order }) {
  const sold = isSold(order)
  return (
    <ul className="grid gap-5 print:block">
      {ticketLines(order).map((line) => (
        <Ticket key={line.booking._id} line={line} order={order} sold={sold && line.booking.status === "confirmed"} />
      ))}
    </ul>
  )
}

interface TicketProps {
  line: TicketLine
  order: Order
  /** Paid and not refunded: has the foil edge and the links to a calendar and a map. */
  sold: boolean
}

function Ticket({ line, order, sold }: TicketProps) {
  const { item, booking } = line
  const { timeZone } = shop()
  const changes = order.changes?.filter((change) => change.booking === booking._id) ?? []
  const valid = sold && !booking.isOff
  const status = booking.isOff ? "Canceled" : statusOf(line, order, changes)
  return (
    <li className={clsx("keep-together print:mb-2", valid && "foil")}>
      <article
        className={clsx(
          "grid gap-4 rounded-card bg-paper p-4 sm:grid-cols-[14rem_minmax(0,1fr)] print:flow-root print:p-2",
          valid ? "shadow-1" : "border border-hair",
        )}
      >
        <div className={clsx("print:float-left print:me-3 print:w-26", !valid && "opacity-60 grayscale")}>
          <Picture image={item.image} sizes="(min-width: 40rem) 14rem, 92vw" className="rounded-art" />
        </div>
        <div className="grid content-start gap-2 print:block">
          <h2 className="print:text-lg">
            {item.name}
            <OnDay at={booking.bookingDate} timeZone={timeZone} />
          </h2>
          {status && (
            <p>
              <Badge look="warning">{status}</Badge>
            </p>
          )}
          <When start={booking.bookingDate} end={booking.endTime} timeZone={timeZone} className="font-semibold" />
          {booking.movedFrom && <p className="text-ink-2">Moved from {formatDay(booking.movedFrom, timeZone)}.</p>}
          {item.eventLocation !== "Default" && (
            <p>
              <PlaceText place={item.eventLocation} />
            </p>
          )}
          <dl className="count grid grid-cols-[auto_1fr] gap-x-3 print:grid-cols-[auto_auto_auto_1fr]">
            <dt className="text-ink-2">Seats</dt>
            <dd className="font-semibold">{booking.reservationSeats.qty}</dd>
            <dt className="text-ink-2">Subtotal</dt>
            <dd className="font-semibold">{formatMoney(booking.subtotal)}</dd>
          </dl>
          {valid && (
            <Suspense fallback={<div className="min-h-68" />}>
              <TicketDetails line={line} orderId={order._id} />
            </Suspense>
          )}
          <Suspense fallback={sold && <div className="min-h-25" />}>
            <TicketFooter {...{ order, line, changes, sold }} />
          </Suspense>
        </div>
      </article>
    </li>
  )
}

/** Returns the status of a ticket that is not valid, with its refund if there is one. */
function statusOf({ booking }: TicketLine, { refunds, status }: Order, changes: readonly OrderChange[]): string | null {
  if (booking.status === "refunded") {
    const last = changes.findLast((change) => change.status === "done")?.kind
    if (last === "gift" || last === "return") return "Given back"
    return refundText(refunds.filter(isCompletedRefundOf(booking._id)), booking._id)
  }
  if (booking.status === "cancelled") return status === "expired" ? "Not booked" : "Canceled"
  if (booking.status !== "pending") return null
  if (status === "expired") return "Not booked" // its bookings are still pending until upkeep runs
  return status === "held" ? "Not paid yet" : "Being checked"
}

const isCompletedRefundOf = (booking: string) => (refund: Refund) =>
  refund.status === "completed" && refund.bookings.includes(booking)

/** The sum of the booking's parts, or of refunds of this booking only, if old ones have no amounts by booking. */
function refundText(refunds: Refund[], booking: string): string {
  const last = refunds.at(-1)
  if (!last) return "Refunded"
  const parts = refunds.flatMap((refund) => refund.parts).filter((part) => part.booking === booking)
  const cents = parts.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const amount = cents > 0 ? fromCents(cents) : last.bookings.length === 1 ? last.amount : 0
  const money = amount > 0 ? ` ${formatSum({ amount, currency: last.currency })}` : ""
  return `Refunded${money} on ${formatShortDate(last.createdAt, shop().timeZone)}`
}
