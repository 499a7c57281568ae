import { CalendarPlus, CalendarX2 } from "lucide-react"
import { useRef } from "react"
import type { Order } from "~/api/types"
import { googleCalendarLink, outlookCalendarLink } from "~/lib/time/calendarLinks"
import type { TicketLine } from "~/shared/orders/orderDates"
import { ticketName } from "../lines"
import { ticketEvent } from "../ticketEvent"
import { GiveToFriend } from "./GiveToFriend"
import { NewCode } from "./NewCode"
import { MenuButton, MenuLink, TicketMenu } from "./TicketMenu"

interface ManageTicketProps {
  order: Order
  line: TicketLine
  isStaffView: boolean
  /** Whether the date has not started. */
  canChange: boolean
  onCantMakeIt: () => void
}

/** The menu of a valid ticket until its date is over. */
export function ManageTicket({ order, line, isStaffView, canChange, onCantMakeIt }: ManageTicketProps) {
  const button = useRef<HTMLButtonElement>(null)
  const name = ticketName(line)
  const calendar = <CalendarPlus aria-hidden size={20} />
  const event = ticketEvent(line, order._id)
  return (
    <TicketMenu name={name} button={button}>
      <GiveToFriend line={line} isStaffView={isStaffView} canLink={canChange && !isStaffView} focusAfter={button} />
      {canChange && !isStaffView && !line.booking.dateChange && (
        <li>
          <MenuButton
            text="Can't make it"
            name={name}
            icon={<CalendarX2 aria-hidden size={20} />}
            onClick={onCantMakeIt}
          />
        </li>
      )}
      <NewCode line={line} />
      <li>
        <MenuLink text="Google calendar" name={name} icon={calendar} href={googleCalendarLink(event)} />
      </li>
      <li>
        <MenuLink text="Outlook calendar" name={name} icon={calendar} href={outlookCalendarLink(event)} />
      </li>
    </TicketMenu>
  )
}
