import { useRef, useState } from "react"
import type { Order, OrderBooking, OrderChange } from "~/common/api/types"
import { paths } from "~/shop/paths"
import type { TicketLine } from "~/shop/shared/orders/orderDates"
import { TicketLinks } from "~/shop/shared/passes/TicketLinks"
import { useUser } from "~/shop/state/session"
import { Notice } from "~/common/ui/feedback/Notice"
import { Button } from "~/common/ui/layout/Button"
import { useServerNow } from "~/common/ui/time/useNow"
import { choiceText, dateChangeText, historyText, isPaidFor } from "./changes/changeText"
import { placeOf, ticketName } from "./lines"
import { ManageTicket } from "./manage/ManageTicket"
import { ChangeSheet } from "./changes/ChangeSheet"

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
  const now = useServerNow()
  const isAhead = sold && !isOff && Date.parse(endTime) > now
  const event = ticketEvent(line, order._id)
  const canChange = sold && (isOff ? dateChange !== undefined : Date.parse(bookingDate) > now)
  return (
    <>
      {isAhead && <TicketLinks event={event} name={ticketName(line)} />}
      {sold && <DateChangeNotice booking={line.booking} isPaid={isPaidFor(order, line)} />}
      {changes.length > 0 && <TicketChanges changes={changes} />}
      <div className="empty:hidden">
        {!isStaffView && <CantMakeIt {...{ order, line, canChange }} open={changing} onOpenChange={setChanging} />}
        {isAhead && <ManageTicket {...{ line, isStaffView, canChange }} onCantMakeIt={() => setChanging(true)} />}
      </div>
    </>
  )
}

/** The calendar entry of a ticket, with the same ID as the invitation in emails. */
function ticketEvent(line: TicketLine, orderId: string) {
  const { item, booking } = line
  const url = window.location.origin + paths.order(orderId)
  return {
    name: item.name,
    description: "",
    note: `Your ticket: ${url}`, // never the code, because calendars are shared
    startTime: booking.bookingDate,
    endTime: booking.endTime,
    location: placeOf(line),
    url,
    uid: `${booking._id}@${window.location.hostname}`,
    sequence: booking.calendarSequence,
  }
}

interface DateChangeNoticeProps {
  booking: OrderBooking
  /** Whether there is money to return. */
  isPaid: boolean
}

/** On a ticket whose date was canceled or moved: what happened and why, and until when its buyer can choose. */
function DateChangeNotice({ booking, isPaid }: DateChangeNoticeProps) {
  const text = dateChangeText(booking, isPaid)
  if (!text) return null
  return (
    <Notice look="warning">
      <p className="font-semibold">{text}</p>
      {booking.dateChange && (
        <p className="[overflow-wrap:anywhere] whitespace-pre-line">{booking.dateChange.reason}</p>
      )}
    </Notice>
  )
}

/** What the buyer did with seats of a ticket, oldest first. */
function TicketChanges({ changes }: { changes: readonly OrderChange[] }) {
  return (
    <ul aria-label="Changes" className="text-sm text-ink-2">
      {changes.map((change) => (
        <li key={change._id}>{historyText(change)}</li>
      ))}
    </ul>
  )
}

interface CantMakeItProps {
  order: Order
  line: TicketLine
  /** Whether the ticket is valid and its date has not started, or the buyer of a canceled date can still choose. */
  canChange: boolean
  /** Whether the sheet with the choices is open. The menu of a ticket opens it, too. */
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * The choices of buyers who can't come, and the result, which stays when the ticket goes. With a button if the club
 * canceled or moved the date, because its buyer has to choose by a deadline.
 */
function CantMakeIt({ order, line, canChange, open, onOpenChange }: CantMakeItProps) {
  const [result, setResult] = useState("")
  const box = useRef<HTMLDivElement>(null)
  const { booking } = line
  const label = booking.isOff ? choiceText(booking, isPaidFor(order, line)) : "Can't make it"
  const show = (text: string) => {
    setResult(text)
    onOpenChange(false)
  }
  if (!canChange && !result && !open) return null
  return (
    <div ref={box} tabIndex={-1} className="no-print">
      {/* Always there, because screen readers may miss text that appears with its region. */}
      <div role="status">
        {result && (
          <Notice look="success" className="mb-2">
            {result}
          </Notice>
        )}
      </div>
      {canChange && booking.dateChange && label && (
        <Button
          look={booking.isOff ? "primary" : "secondary"}
          className="mt-1 w-full"
          aria-label={`${label}, ${ticketName(line)}`}
          onClick={() => onOpenChange(true)}
        >
          {label}
        </Button>
      )}
      <ChangeSheet {...{ open, onOpenChange, order, line }} onChanged={show} focusAfter={box} />
    </div>
  )
}
