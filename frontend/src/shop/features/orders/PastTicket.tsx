import clsx from "clsx"
import type { Order } from "~/common/api/types"
import type { TicketLine } from "~/shop/shared/orders/orderDates"
import { PastFacts, wasOn } from "~/shop/shared/pastDates/PastFacts"
import TicketDetails from "./TicketDetails"
import { TicketSums } from "./TicketSums"

interface PastTicketProps {
  order: Order
  line: TicketLine
  /** One of several: a line that can be opened. */
  isFolded: boolean
}

/** A ticket whose date is over: no code, and nothing that leads there. */
export default function PastTicket({ order, line, isFolded }: PastTicketProps) {
  const { item, booking } = line
  const name = wasOn(item.name, booking.bookingDate)
  const changes = order.changes?.filter((change) => change.booking === booking._id) ?? []
  const facts = (
    <div className={clsx("grid gap-2", isFolded && "pb-3")}>
      <PastFacts product={item._id} startTime={booking.bookingDate} to={order.charity} />
      <TicketSums booking={booking} sold />
      <TicketDetails {...{ order, line, changes }} sold />
    </div>
  )
  return (
    <article className={clsx("grid gap-2 panel px-4 [overflow-wrap:anywhere] print:p-2", isFolded ? "py-1" : "py-4")}>
      {isFolded ? (
        <details>
          <summary className="min-h-tap py-2 font-semibold text-pretty">{name}</summary>
          {facts}
        </details>
      ) : (
        <>
          <h2>{name}</h2>
          {facts}
        </>
      )}
    </article>
  )
}
