import { CalendarPlus, MapPin } from "lucide-react"
import { useState } from "react"
import { mapLink } from "~/shop/shared/mapLink"
import { type CalendarEntry, downloadCalendarFile, downloadMessage } from "~/common/lib/time/calendarFile"
import { formatDay } from "~/common/lib/time/dates"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"

interface TicketLinksProps {
  event: CalendarEntry & { location: string }
  /** The event and its date, which tell several tickets on a page apart. */
  name?: string
}

/** Adds a ticket to a calendar, and opens its place on a map. */
export function TicketLinks({ event, name }: TicketLinksProps) {
  const [map] = useState(() => mapLink(event.location)) // once, because a missing location is logged
  const labelled = (text: string) => (name ? `${text}, ${name}` : text)
  const download = () => {
    try {
      notify.success(downloadMessage(downloadCalendarFile(event), formatDay(event.startTime)))
    } catch (error) {
      console.error("The calendar file could not be created.", error)
    }
  }
  return (
    <div className="no-print mt-1 flex flex-wrap gap-x-3 gap-y-2">
      <Button look="secondary" className="max-sm:grow" aria-label={labelled("Add to calendar")} onClick={download}>
        <CalendarPlus aria-hidden size={20} />
        Add to calendar
      </Button>
      {map && (
        <a
          href={map}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${labelled("Open map")} (opens in a new tab)`}
          className="inline-flex min-h-tap items-center justify-center gap-2 rounded-md border border-line px-4 font-semibold text-ink hover:bg-malt max-sm:grow"
        >
          <MapPin aria-hidden size={20} />
          Open map
        </a>
      )}
    </div>
  )
}
