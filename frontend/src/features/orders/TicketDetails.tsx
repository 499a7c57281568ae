import type { OrderChange } from "~/api/queries/changes"
import type { Order } from "~/api/types"
import { serverNow } from "~/lib/time/serverClock"
import type { TicketLine } from "~/shared/orders/orderDates"
import { useUser } from "~/state/session"
import { CantMakeIt } from "./changes/CantMakeIt"
import { DateChangeNotice } from "./changes/DateChangeNotice"
import { isPaidFor } from "./changes/dateChangeText"
import { TicketChanges } from "./changes/TicketChanges"
import { GiveToFriend } from "./friends/GiveToFriend"
import { Passes } from "./passes/Passes"
import { TicketActions } from "./TicketActions"

interface TicketDetailsProps {
  order: Order
  line: TicketLine
  changes: readonly OrderChange[]
  /** Paid and not refunded. */
  sold: boolean
}

/**
 * The codes of a valid ticket and its links to a calendar and a map, what was changed about it, and what its buyer can
 * do until the date starts.
 */
export default function TicketDetails({ order, line, changes, sold }: TicketDetailsProps) {
  const user = useUser()
  const isStaffView = user?.isAdmin && user._id !== order.user
  const { bookingDate, isOff, dateChange } = line.booking
  const canChange = sold && (isOff ? dateChange !== undefined : Date.parse(bookingDate) > serverNow())
  return (
    <>
      {sold && !isOff && (
        <>
          <Passes line={line} />
          <TicketActions line={line} orderId={order._id} />
        </>
      )}
      {sold && <DateChangeNotice booking={line.booking} isPaid={isPaidFor(order, line)} />}
      {changes.length > 0 && <TicketChanges changes={changes} />}
      {!isStaffView && canChange && !isOff && <GiveToFriend line={line} />}
      {!isStaffView && <CantMakeIt order={order} line={line} canChange={canChange} />}
    </>
  )
}
