import clsx from "clsx"
import type { Order } from "~/common/api/types"
import { Fold } from "~/common/ui/layout/Fold"
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
    <div className="grid gap-2">
      <PastFacts product={item._id} startTime={booking.bookingDate} to={order.charity} />
      <TicketSums booking={booking} sold />
      <TicketDetails {...{ order, line, changes }} sold />
    </div>
  )
  return (
    <article className={clsx("grid gap-2 panel px-4 [overflow-wrap:anywhere] print:p-2", isFolded ? "py-1" : "py-4")}>
      {isFolded ? (
        <Fold
          title={<span className="min-w-0 flex-1 text-pretty">{name}</span>}
          className="print:details-content:[content-visibility:visible]"
        >
          {facts}
        </Fold>
      ) : (
        <>
          <h2>{name}</h2>
          {facts}
        </>
      )}
    </article>
  )
}
