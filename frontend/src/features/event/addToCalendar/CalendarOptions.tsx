import type { Occurrence, ProductDetail } from "~/api/types"
import { downloadCalendarFile, downloadMessage } from "~/lib/time/calendarFile"
import { googleCalendarLink, outlookCalendarLink, type CalendarEvent } from "~/lib/time/calendarLinks"
import { formatDay } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { notify } from "~/ui/overlays/notify"

const entry =
  "flex min-h-tap w-full items-center rounded-md px-3 text-left font-semibold text-ink no-underline hover:bg-malt hover:underline"

interface CalendarOptionsProps {
  product: ProductDetail
  date: Occurrence
  /** Closes the list. */
  onChosen: () => void
}

export function CalendarOptions({ product, date, onChosen }: CalendarOptionsProps) {
  const event = eventOf(product, date)
  const download = async () => {
    onChosen()
    try {
      notify.success(downloadMessage(await downloadCalendarFile(event), formatDay(event.startTime, shop().timeZone)))
    } catch (error) {
      console.error("The calendar file could not be made.", error)
      notify.error("The calendar file could not be made. Try Google or Outlook instead.")
    }
  }
  return (
    <ul>
      <li>
        <button type="button" className={entry} onClick={() => void download()}>
          Calendar file (.ics)
        </button>
      </li>
      <ExternalCalendar href={googleCalendarLink(event)} name="Google Calendar" onChosen={onChosen} />
      <ExternalCalendar href={outlookCalendarLink(event)} name="Outlook" onChosen={onChosen} />
    </ul>
  )
}

function eventOf({ _id, name, description, eventLocation }: ProductDetail, date: Occurrence): CalendarEvent {
  const { startTime, endTime } = date
  const url = window.location.origin + paths.event(_id, startTime)
  return { name, description, startTime, endTime, location: eventLocation, url }
}

function ExternalCalendar({ href, name, onChosen }: { href: string; name: string; onChosen: () => void }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer" className={entry} onClick={onChosen}>
        {name} <span className="sr-only">(opens in a new tab)</span>
      </a>
    </li>
  )
}
