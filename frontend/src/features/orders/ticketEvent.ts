import { paths } from "~/paths"
import type { TicketLine } from "~/shared/orders/orderDates"

/** The calendar entry of a ticket, with the same ID as the invitation in emails. */
export function ticketEvent({ item, booking }: TicketLine, orderId: string) {
  const url = window.location.origin + paths.order(orderId)
  return {
    name: item.name,
    description: "",
    note: `Your ticket: ${url}`, // never the code, because calendars are shared
    startTime: booking.bookingDate,
    endTime: booking.endTime,
    location: item.eventLocation,
    url,
    uid: `${booking._id}@${window.location.hostname}`,
    sequence: booking.calendarSequence,
  }
}
