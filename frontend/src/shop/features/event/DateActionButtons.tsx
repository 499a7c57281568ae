import { CalendarPlus, ChevronDown } from "lucide-react"
import { useEffect, useId, useRef } from "react"
import { useSearchParams } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/common/api/types"
import { downloadCalendarFile, downloadMessage } from "~/common/lib/time/calendarFile"
import { type CalendarEvent, googleCalendarLink, outlookCalendarLink } from "~/common/lib/time/calendarLinks"
import { formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { venueAt } from "~/shop/shared/venue"
import { ShareButton } from "~/common/ui/forms/ShareButton"
import { useDropdown } from "~/common/ui/hooks/focus"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"

/** Shares the link of the date in the URL, or of the event if there is none. */
export function DateActionButtons({ product, date }: { product: ProductDetail; date: Occurrence | undefined }) {
  const [search] = useSearchParams()
  const path = paths.event(product._id, search.get("rsvpDate") ?? undefined)
  return (
    <>
      {date && <AddToCalendar product={product} date={date} />}
      <ShareButton link={{ title: product.name, url: window.location.origin + path }} />
    </>
  )
}

/** A button that opens a list: a calendar file, Google Calendar and Outlook. */
function AddToCalendar(props: { product: ProductDetail; date: Occurrence }) {
  const { open, setOpen, area, button } = useDropdown()
  const panel = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" })
  }, [open])
  return (
    <div {...area} className="relative">
      <Button ref={button} look="secondary" aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
        {/* Hidden on phones, to leave room for Share. */}
        <CalendarPlus aria-hidden size={20} className="hidden sm:block" />
        Add to calendar
        <ChevronDown aria-hidden size={18} />
      </Button>
      <div
        id={panel}
        ref={list}
        hidden={!open}
        className="absolute top-full left-0 z-20 mt-1 min-w-60 rounded-md border border-hair bg-paper p-2 shadow-2"
      >
        {open && <CalendarOptions {...props} onChosen={() => setOpen(false)} />}
      </div>
    </div>
  )
}

const entry =
  "flex min-h-tap w-full items-center rounded-md px-3 text-left font-semibold text-ink no-underline hover:bg-malt hover:underline"

interface CalendarOptionsProps {
  product: ProductDetail
  date: Occurrence
  /** Closes the list. */
  onChosen: () => void
}

function CalendarOptions({ product, date, onChosen }: CalendarOptionsProps) {
  const event = eventOf(product, date)
  const download = () => {
    onChosen()
    try {
      notify.success(downloadMessage(downloadCalendarFile(event), formatDay(event.startTime)))
    } catch (error) {
      console.error("The calendar file could not be made.", error)
      notify.error("The calendar file could not be made. Try Google or Outlook instead.")
    }
  }
  return (
    <ul>
      <li>
        <button type="button" className={entry} onClick={download}>
          Calendar file (.ics)
        </button>
      </li>
      <ExternalCalendar href={googleCalendarLink(event)} name="Google Calendar" onChosen={onChosen} />
      <ExternalCalendar href={outlookCalendarLink(event)} name="Outlook" onChosen={onChosen} />
    </ul>
  )
}

function eventOf(product: ProductDetail, date: Occurrence): CalendarEvent {
  const { _id, name, description } = product
  const { startTime, endTime } = date
  const url = window.location.origin + paths.event(_id, startTime)
  return { name, description, startTime, endTime, location: venueAt(product, date).eventLocation, url }
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
