import { CalendarPlus, MapPin } from "lucide-react"
import { useState } from "react"
import { formatDay } from "~/lib/time/dates"
import { mapLink } from "~/lib/mapLink"
import type { TicketLine } from "~/shared/orders/orderDates"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"
import { ticketName } from "./lines"
import { ticketEvent } from "./ticketEvent"

/** Adds a ticket to a calendar, and opens its place on a map. */
export function TicketActions({ line, orderId }: { line: TicketLine; orderId: string }) {
  const [map] = useState(() => mapLink(line.item.eventLocation)) // once, because a missing location is logged
  const name = ticketName(line)
  const download = async () => {
    try {
      const { downloadCalendarFile, downloadMessage } = await import("~/lib/time/calendarFile")
      const fileName = await downloadCalendarFile(ticketEvent(line, orderId))
      notify.success(downloadMessage(fileName, formatDay(line.booking.bookingDate, shop().timeZone)))
    } catch (error) {
      console.error("The calendar file could not be created.", error)
    }
  }
  return (
    <div className="no-print mt-1 flex flex-wrap gap-x-3 gap-y-2">
      <Button
        look="secondary"
        className="max-sm:grow"
        aria-label={`Add to calendar, ${name}`}
        onClick={() => void download()}
      >
        <CalendarPlus aria-hidden size={20} />
        Add to calendar
      </Button>
      {map && (
        <a
          href={map}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open map, ${name} (opens in a new tab)`}
          className="inline-flex min-h-tap items-center justify-center gap-2 rounded-md border border-line px-4 font-semibold text-ink hover:bg-malt max-sm:grow"
        >
          <MapPin aria-hidden size={20} />
          Open map
        </a>
      )}
    </div>
  )
}
