import type { OrderChange } from "~/api/queries/changes"
import type { Order } from "~/api/types"
import { serverNow } from "~/lib/time/serverClock"
import { useUser } from "~/state/session"
import { CantMakeIt } from "./changes/CantMakeIt"
import { DateChangeNotice } from "./changes/DateChangeNotice"
import { isPaidFor } from "./changes/dateChangeText"
import { TicketChanges } from "./changes/TicketChanges"
import { GiveToFriend } from "./friends/GiveToFriend"
import type { TicketLine } from "./lines"

interface TicketFooterProps {
  order: Order
  line: TicketLine
  changes: readonly OrderChange[]
  /** Paid and not refunded. */
  sold: boolean
}

/** What was changed about a ticket, and what its buyer can do until the date starts. */
export default function TicketFooter({ order, line, changes, sold }: TicketFooterProps) {
  const user = useUser()
  const isStaffView = user?.isAdmin && user._id !== order.user
  const { bookingDate, isOff, dateChange } = line.booking
  const canChange = sold && (isOff ? dateChange !== undefined : Date.parse(bookingDate) > serverNow())
  return (
    <>
      {sold && <DateChangeNotice booking={line.booking} isPaid={isPaidFor(order, line)} />}
      {changes.length > 0 && <TicketChanges changes={changes} />}
      {!isStaffView && canChange && !isOff && <GiveToFriend line={line} />}
      {!isStaffView && <CantMakeIt order={order} line={line} canChange={canChange} />}
    </>
  )
}
