import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { Link } from "react-router-dom"
import { allDatesQuery } from "~/api/queries/products"
import type { ProductDate } from "~/api/types"
import { rowLink, wholeBox } from "~/features/admin/table/rowLink"
import { formatDateOption } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"

const SHOWN = 3
/** An event that started up to this long ago may not be over. */
const MAX_EVENT_HOURS = 12

/** Rounded down to the hour, so that the query key stays the same for an hour. */
function wholeHourBefore(now: number, hours: number): string {
  const then = new Date(now - hours * 3_600_000)
  then.setUTCMinutes(0, 0, 0)
  return then.toISOString().replace(".000Z", "Z")
}

export const upcomingEventsQuery = (now: number) =>
  allDatesQuery({ start: wholeHourBefore(now, MAX_EVENT_HOURS), limit: 3 * SHOWN })

/** The current event and the next ones, with links to their guest lists. */
export function UpcomingEvents({ now }: { now: number }) {
  const { data } = useQuery(upcomingEventsQuery(now))
  const events = (data ?? []).filter(({ endTime }) => Date.parse(endTime) > now).slice(0, SHOWN)
  if (events.length === 0) return null
  return (
    <section aria-labelledby="upcoming-events" className="mb-6">
      <h2 id="upcoming-events" className="mb-3">
        Next events
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {events.map((event) => (
          <EventRow key={event._id + event.startTime} event={event} />
        ))}
      </ul>
    </section>
  )
}

function EventRow({ event }: { event: ProductDate }) {
  const taken = event.maximumEventCapacity - event.countInStock
  return (
    <li className="relative flex flex-col items-start justify-between gap-1 rounded-card border border-hair bg-paper p-4 text-sm hover:bg-malt">
      <Link
        to={paths.adminGuests(event._id, event.startTime)}
        className={clsx(rowLink, wholeBox, "font-semibold [overflow-wrap:anywhere]")}
      >
        {event.name}
        <span className="sr-only">: guest list</span>
      </Link>
      <p className="flex w-full flex-wrap justify-between gap-x-4 text-ink-2">
        <span>{formatDateOption(event.startTime, shop().timeZone)}</span>
        <span className="count">
          {taken}/{event.maximumEventCapacity} seats taken
        </span>
      </p>
    </li>
  )
}
