import { CalendarCheck, CalendarX, Users } from "lucide-react"
import { useState } from "react"
import type { ProductDetail } from "~/common/api/types"
import BringBack from "~/shop/shared/staffActions/BringBack"
import { CancelDate } from "~/shop/shared/staffActions/CancelDate"
import { valuesOf } from "~/shop/features/admin/events/edit/form/fields"
import { Section } from "~/shop/features/admin/Section"
import { formatRule } from "./scheduleText"
import { formatDateOption, formatDay, zoneName } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { Badge } from "~/common/ui/feedback/Badge"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { useNow } from "~/common/ui/time/useNow"

const FIRST_SHOWN = 8

interface UpcomingDate {
  startTime: string
  /** Seats; null: the date is canceled */
  taken: number | null
  /** Of them all */
  seats: number
}

interface UpcomingDatesProps {
  event: ProductDetail
  /** Leads to the form's times. */
  onSchedule: () => void
}

/** All upcoming dates, with canceled ones. Each can be canceled or brought back. */
export default function UpcomingDates({ event, onSchedule }: UpcomingDatesProps) {
  const [all, setAll] = useState(false)
  const dates = listDates(event)
  const shown = all ? dates : dates.slice(0, FIRST_SHOWN)
  return (
    <Section large title="Upcoming dates">
      <div>
        <p className="font-semibold [overflow-wrap:anywhere]">{event.name}</p>
        <p>{formatRule(valuesOf(event, useNow()))}</p>
        <Button look="quiet" className="-ml-1" onClick={onSchedule}>
          Change the schedule
        </Button>
      </div>
      {dates.length === 0 && <p>{nothing[event.status]}</p>}
      <ul className="grid">
        {shown.map((date) => (
          <DateRow key={date.startTime} event={event} date={date} />
        ))}
      </ul>
      {shown.length < dates.length && (
        <Button look="secondary" className="justify-self-start" onClick={() => setAll(true)}>
          Show all dates
        </Button>
      )}
    </Section>
  )
}

const nothing = {
  published: "No upcoming dates.",
  draft: "A draft's dates are here once it is public.",
  archived: "This event is hidden. Restore it to bring its dates back.",
}

function listDates(event: ProductDetail): UpcomingDate[] {
  if (event.status !== "published") return []
  const scheduled = event.occurrences.map(({ startTime, totalReservations: taken, seats }) => ({
    startTime,
    taken,
    seats: seats ?? event.maximumEventCapacity,
  }))
  const canceled = event.skippedDates.map((startTime) => ({ startTime, taken: null, seats: 0 }))
  return [...scheduled, ...canceled].sort((one, other) => one.startTime.localeCompare(other.startTime))
}

function DateRow({ event, date: { startTime, taken, seats } }: { event: ProductDetail; date: UpcomingDate }) {
  const isCanceled = taken === null
  const day = formatDay(startTime)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hair py-1 last:border-b-0">
      <span className={isCanceled ? "text-ink-2 line-through" : "font-semibold"}>
        {formatDateOption(startTime)} {zoneName(startTime)}
      </span>
      <span className="flex w-full flex-wrap items-center gap-x-2 sm:w-80 sm:gap-x-3">
        {isCanceled ? (
          <Badge look="warning" className="mr-auto">
            Canceled
          </Badge>
        ) : (
          <>
            <span className="count mr-auto text-sm">
              {taken}/{seats} <span className="max-sm:sr-only">seats </span>taken
            </span>
            <LinkButton
              look="quiet"
              className="text-sm"
              to={paths.adminGuests(event._id, startTime)}
              aria-label={`Guests on ${day}`}
            >
              <Users aria-hidden size={16} />
              Guests
            </LinkButton>
          </>
        )}
        <BringBack
          event={event}
          startTime={startTime}
          opener={(bringBack) => (
            <CancelDate
              opener={(cancel) => (
                <MoreMenu of={day}>
                  <MenuAction
                    icon={isCanceled ? CalendarCheck : CalendarX}
                    label={isCanceled ? "Bring back" : "Cancel"}
                    of={day}
                    removes={!isCanceled}
                    onClick={isCanceled ? bringBack : cancel}
                  />
                </MoreMenu>
              )}
              event={event}
              startTime={startTime}
              day={day}
              taken={taken ?? 0}
            />
          )}
        />
      </span>
    </li>
  )
}
