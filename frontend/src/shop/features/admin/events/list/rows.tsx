import clsx from "clsx"
import { Repeat } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "~/common/ui/layout/Link"
import type { Product } from "~/common/api/types"
import type { Column } from "~/shop/features/admin/table/Table"
import { DateTime, rowLink, ShortId, twoLines } from "~/shop/features/admin/table/cells"
import { type Sort, useFromList } from "~/shop/features/admin/table/listState"
import { formatPrice } from "~/common/lib/money"
import { formatDay, formatTime, zoneName } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { venueOf } from "~/shop/shared/card/eventTexts"
import { Badge } from "~/common/ui/feedback/Badge"
import { useNow } from "~/common/ui/time/useNow"

interface EventProps {
  event: Product
}

const fixed = "text-xs text-ink-2"

export const columns: readonly Column<Product>[] = [
  {
    label: "Title",
    field: "title",
    names: true,
    className: "min-w-32 xl:w-full xl:max-w-0",
    cell: (event) => <Title event={event} />,
  },
  { label: "Next date", field: "nextStartTime", cell: (event) => <NextDate event={event} /> },
  { label: "Seats", field: "maximumEventCapacity", right: true, cell: (event) => <Taken event={event} /> },
  {
    label: "Venue",
    field: "eventLocation",
    className: "max-xl:[overflow-wrap:anywhere]",
    cell: (event) => <Venue event={event} />,
  },
  {
    label: "Price",
    note: "before sales tax",
    field: "price",
    right: true,
    phone: "last",
    className: fixed,
    cell: ({ price }) => formatPrice(price),
  },
  {
    label: "Category",
    field: "category",
    phone: "last",
    className: `${fixed} max-xl:[overflow-wrap:anywhere]`,
    cell: ({ category }) => (
      <span title={category} className={clsx(twoLines, "xl:max-w-20")}>
        {category}
      </span>
    ),
  },
  // The start of the first date; on a phone there is the next one.
  {
    label: "Start Time",
    field: "startTime",
    phone: "hidden",
    className: fixed,
    cell: ({ startTime }) => <DateTime at={startTime} />,
  },
  { label: "ID", field: "_id", phone: "last", className: fixed, cell: ({ _id }) => <ShortId id={_id} /> },
]

export const soonestFirst: Sort = { field: "nextStartTime", order: "asc" }

function Title({ event }: EventProps) {
  const state = useFromList()
  return (
    <div className="xl:flex xl:items-center xl:gap-2">
      <Link to={paths.adminEvent(event._id)} state={state} title={event.name} className={clsx(rowLink, "xl:min-w-0")}>
        <span className={twoLines}>{event.name}</span>
      </Link>
      <Badges event={event} />
    </div>
  )
}

/** The event's state, and whether it repeats. */
function Badges({ event }: EventProps) {
  const states = stateLabels(event, useNow())
  if (states.length === 0 && !event.isRecurring) return null
  return (
    <span className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs font-normal max-xl:mt-1 max-xl:min-h-6 xl:flex-col xl:items-start xl:gap-y-0">
      {states.map(({ label, look }) => (
        <Badge key={look} look={look} className="whitespace-nowrap">
          {label}
        </Badge>
      ))}
      {event.isRecurring && (
        <span title="Repeats" className="inline-flex items-center gap-1 text-ink-2">
          <Repeat aria-hidden size={14} />
          <span className="xl:sr-only">Repeats</span>
        </span>
      )}
    </span>
  )
}

/** Leads to all dates of the event. */
function NextDate({ event: { _id, name, nextStartTime } }: EventProps) {
  const state = useFromList()
  if (nextStartTime === null) return <span className="font-normal text-ink-2">None</span>
  return (
    <Link to={paths.adminEvent(_id, "?tab=dates")} state={state} className={rowLink}>
      <span>
        <span className="inline-block underline">{formatDay(nextStartTime)} ·</span>{" "}
        <span className="inline-block underline">
          {formatTime(nextStartTime)} <span className="xl:sr-only">{zoneName(nextStartTime)}</span>
        </span>
        <span className="sr-only">, dates of {name}</span>
      </span>
    </Link>
  )
}

/** "18/24": seats taken on the next date; without one, the seats of each date. */
function Taken({ event: { nextTotalReservations, maximumEventCapacity } }: EventProps) {
  if (nextTotalReservations === null) return <>{maximumEventCapacity}</>
  return (
    <>
      {nextTotalReservations}/{maximumEventCapacity}
      <span className="sr-only"> taken</span>
    </>
  )
}

/** The venue's name. The tooltip has its address. */
const Venue = ({ event: { eventLocation } }: EventProps) => (
  <span title={eventLocation} className={clsx(twoLines, "xl:w-26")}>
    {venueOf(eventLocation) || eventLocation}
  </span>
)

interface StateLabel {
  label: ReactNode
  look: "neutral" | "warning" | "error"
}

type Facts = Pick<Product, "status" | "isRecurring" | "startTime" | "nextStartTime" | "inStock" | "snoozedDates">

/** Draft, hidden, sold out, past, and canceled dates. Empty for other events. `now` in milliseconds. */
function stateLabels(event: Facts, now: number): StateLabel[] {
  if (event.status === "draft") return [{ label: "Draft", look: "warning" }]
  if (event.status === "archived") return [{ label: "Hidden", look: "neutral" }]
  const canceled = canceledLabel(event, now)
  if (event.nextStartTime !== null && !event.inStock) return [{ label: "Sold Out!", look: "error" }, ...canceled]
  if (event.nextStartTime !== null || canceled.length > 0) return canceled
  return [{ label: "Past", look: "neutral" }]
}

/** "3 dates canceled", on a large screen "3 canceled" */
const CanceledDates = ({ count }: { count: number }) => (
  <span>
    {count} <span className="xl:sr-only">{count === 1 ? "date" : "dates"} </span>canceled
  </span>
)

/** The number of canceled dates of a series. A single event in the future without an upcoming date was canceled. */
function canceledLabel({ isRecurring, startTime, nextStartTime, snoozedDates }: Facts, now: number): StateLabel[] {
  if (isRecurring) return snoozedDates > 0 ? [{ label: <CanceledDates count={snoozedDates} />, look: "warning" }] : []
  const isCanceled = nextStartTime === null && new Date(startTime).getTime() > now
  return isCanceled ? [{ label: "Canceled", look: "warning" }] : []
}
