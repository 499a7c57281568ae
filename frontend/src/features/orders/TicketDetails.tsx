import { useState } from "react"
import type { OrderChange } from "~/api/queries/changes"
import type { Order } from "~/api/types"
import { serverNow } from "~/lib/time/serverClock"
import type { TicketLine } from "~/shared/orders/orderDates"
import { useUser } from "~/state/session"
import { CantMakeIt } from "./changes/CantMakeIt"
import { DateChangeNotice } from "./changes/DateChangeNotice"
import { isPaidFor } from "./changes/dateChangeText"
import { TicketChanges } from "./changes/TicketChanges"
import { ManageTicket } from "./manage/ManageTicket"
import { TicketActions } from "./TicketActions"

interface TicketDetailsProps {
  order: Order
  line: TicketLine
  changes: readonly OrderChange[]
  /** Paid and not refunded. */
  sold: boolean
}

/** A valid ticket's links to a calendar and a map, what was changed about it, and a menu until its date is over. */
export default function TicketDetails({ order, line, changes, sold }: TicketDetailsProps) {
  const user = useUser()
  const [changing, setChanging] = useState(false)
  const { bookingDate, endTime, isOff, dateChange } = line.booking
  const isStaffView = user?.isAdmin === true && user._id !== order.user
  const isValid = sold && !isOff
  const canChange = sold && (isOff ? dateChange !== undefined : Date.parse(bookingDate) > serverNow())
  return (
    <>
      {isValid && <TicketActions line={line} orderId={order._id} />}
      {sold && <DateChangeNotice booking={line.booking} isPaid={isPaidFor(order, line)} />}
      {changes.length > 0 && <TicketChanges changes={changes} />}
      <div className="empty:hidden">
        {!isStaffView && <CantMakeIt {...{ order, line, canChange }} open={changing} onOpenChange={setChanging} />}
        {isValid && Date.parse(endTime) > serverNow() && (
          <ManageTicket {...{ order, line, isStaffView, canChange }} onCantMakeIt={() => setChanging(true)} />
        )}
      </div>
    </>
  )
}
