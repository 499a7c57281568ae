/** The numbers of each row, with their definitions. */
import { monthHeading } from "~/common/lib/time/dates"
import type { ReactNode } from "react"
import type { Figures, FiguresSummary } from "~/common/api/types"
import type { Sort } from "~/shop/features/admin/table/listState"
import { formatMoney } from "~/common/lib/money"
import { counted } from "~/common/lib/text"
import { weekdays } from "~/common/lib/time/weekdays"

export interface Measure {
  field: Exclude<keyof Figures, "canceled" | "measured" | "seats" | "paid" | "byHand" | "free">
  label: string
  definition: string
  /** What the number is a share of, which a bar shows. */
  of?: (figures: Figures) => number
  /** The number, with what it is a share of. */
  format?: (value: number, figures: Figures) => string
  /** What the number is about, if not of all dates. */
  note?: (figures: Figures) => ReactNode
}

const expected = ({ came, didNotCome }: Figures) => (came ?? 0) + (didNotCome ?? 0)

/** What organizers ask first: how full were the dates, who came, and how much did they bring in? */
export const measures: readonly Measure[] = [
  {
    field: "dates",
    label: "Dates",
    definition: "Dates that took place. One that was moved counts once. Canceled dates stand apart.",
    note: ({ canceled }) => canceled > 0 && `${canceled} canceled`,
  },
  {
    field: "sold",
    label: "Taken of seats",
    definition:
      "Seats that were confirmed when the date started, of those on offer: on each date as many as its event has now. Sold ones brought money, staff booked those by hand, and free ones cost nothing.",
    of: ({ seats }) => seats,
    format: (taken, { seats }) => `${taken} of ${seats}`,
    note: ({ sold, paid, byHand, free }) => paid < sold && `${paid} sold · ${byHand} by hand · ${free} free`,
  },
  {
    field: "came",
    label: "Came",
    definition:
      "People who were let in at the door, even without a ticket, as a share of those expected. Only dates whose door was closed count.",
    of: expected,
    note: ({ measured, dates }) => measured > 0 && measured < dates && `on ${measured} of ${counted(dates, "date")}`,
  },
  {
    field: "raised",
    label: "Received",
    definition: "Tickets, shipping and gifts minus refunds and PayPal's fees, without sales tax, before costs.",
    format: formatMoney,
  },
  {
    field: "raisedPerSeat",
    label: "Per seat",
    definition: "The same for each seat that was sold, even after the start.",
    format: formatMoney,
  },
]

/** Folded under "More". */
export const furtherMeasures: readonly Measure[] = [
  {
    field: "didNotCome",
    label: "Didn't come",
    definition: "Taken seats, of the dates whose door was closed, with which nobody came.",
  },
  {
    field: "waitedInVain",
    label: "Waited in vain",
    definition: "Seats of waiting list entries that ended without an offer.",
  },
  {
    field: "returning",
    label: "Returning",
    definition:
      "Accounts that had come before, at most 365 days earlier. Where nobody counted at the door, having had a seat counts.",
  },
  {
    field: "daysAhead",
    label: "Days ahead",
    definition: "From the sale to the start. Half of the seats were taken earlier than this, half later (the median).",
  },
]

/** What stands for a number that is not known. The table's note says why. */
export const UNKNOWN = "–"

/** A number, with a bar if it is a share. */
export function Figure({ measure, figures }: { measure: Measure; figures: Figures }) {
  const { field, of, format = String, note } = measure
  const value = figures[field]
  if (value === null) return <span className="text-ink-2">{UNKNOWN}</span>
  const whole = of?.(figures) ?? 0
  const more = note?.(figures)
  return (
    <>
      <span className="block lg:whitespace-nowrap">
        {format(value, figures)}
        {whole > 0 && ` (${Math.round((100 * value) / whole)}%)`}
      </span>
      {whole > 0 && <Bar share={value / whole} />}
      {more && <span className="mt-1 block text-sm font-normal text-ink-2 xl:whitespace-nowrap">{more}</span>}
    </>
  )
}

/** Draws the share that the text beside it says. */
function Bar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden
      className="mt-1 ml-auto block h-1.5 w-24 max-w-full overflow-hidden rounded-pill"
      preserveAspectRatio="none"
    >
      <rect width="100%" height="100%" className="fill-hair" />
      <rect width={`${Math.round(100 * Math.min(share, 1))}%`} height="100%" className="fill-link" />
    </svg>
  )
}

export interface Row {
  key: string
  name: string
  figures: Figures
}

export const groupings = { format: "Format and weekday", event: "Event", month: "Month" }
export type Grouping = keyof typeof groupings

/** All but the first, which is shown unless another is chosen. */
export const furtherGroupings = (["event", "month"] as const).map((value) => ({ value, label: groupings[value] }))

export const isGrouping = (text: string): text is Grouping => text in groupings

export const NAME = "name"

export function rowsOf({ formats, events, months }: FiguresSummary, by: Grouping): Row[] {
  if (by === "event") return events.map(({ product, name, figures }) => ({ key: product, name, figures }))
  if (by === "month") return months.map(({ month, figures }) => ({ key: month, name: monthHeading(month), figures }))
  return formats.map(({ format, weekday, figures }) => ({
    key: `${format} ${weekday}`,
    name: `${format || "No format"}, ${weekdays.find(({ value }) => value === String(weekday))?.label}`,
    figures,
  }))
}

/** In the API's order if they are sorted by name: weekdays and months have their own order. */
export function sortRows(rows: readonly Row[], { field, order }: Sort): Row[] {
  const valueOf = ({ figures }: Row) => figures[field as keyof Figures]
  const known = field === NAME ? [...rows] : rows.filter((row) => valueOf(row) !== null)
  const sorted = field === NAME ? known : [...known].sort((a, b) => valueOf(a)! - valueOf(b)!)
  const unknown = rows.filter((row) => !known.includes(row)) // last, in both orders
  return [...(order === "asc" ? sorted : [...sorted].reverse()), ...unknown]
}
