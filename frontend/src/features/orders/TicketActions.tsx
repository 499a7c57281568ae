import { CalendarPlus, MapPin } from "lucide-react"
import { useState } from "react"
import { googleCalendarLink, outlookCalendarLink } from "~/lib/time/calendarLinks"
import { formatDay } from "~/lib/time/dates"
import { mapLink } from "~/lib/mapLink"
import { paths } from "~/paths"
import type { TicketLine } from "~/shared/orders/orderDates"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"

/** Adds a ticket to a calendar, and opens its place on a map. */
export function TicketActions({ line: { item, booking }, orderId }: { line: TicketLine; orderId: string }) {
  const [map] = useState(() => mapLink(item.eventLocation)) // once, because a missing location is logged
  const day = formatDay(booking.bookingDate, shop().timeZone)
  const label = `, ${item.name}, ${day}`
  const url = window.location.origin + paths.order(orderId)
  const event = {
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
  const download = async () => {
    try {
      const { downloadCalendarFile, downloadMessage } = await import("~/lib/time/calendarFile")
      notify.success(downloadMessage(await downloadCalendarFile(event), day))
    } catch (error) {
      console.error("The calendar file could not be created.", error)
    }
  }
  return (
    <div className="no-print mt-1 flex flex-wrap gap-x-3 gap-y-2">
      <Button
        look="secondary"
        className="max-sm:grow"
        aria-label={`Add to calendar${label}`}
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
          aria-label={`Open map${label} (opens in a new tab)`}
          className="inline-flex min-h-tap items-center justify-center gap-2 rounded-md border border-line px-4 font-semibold text-ink hover:bg-malt max-sm:grow"
        >
          <MapPin aria-hidden size={20} />
          Open map
        </a>
      )}
      <p className="flex basis-full flex-wrap items-center gap-x-1">
        <span className="text-ink-2">Or add it to</span>
        <CalendarLink href={googleCalendarLink(event)} name="Google" label={label} />
        <span className="text-ink-2">or</span>
        <CalendarLink href={outlookCalendarLink(event)} name="Outlook" label={label} />
      </p>
    </div>
  )
}

function CalendarLink({ href, name, label }: { href: string; name: string; label: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name} calendar${label} (opens in a new tab)`}
      className="inline-flex min-h-tap items-center font-semibold underline"
    >
      {name}
    </a>
  )
}
