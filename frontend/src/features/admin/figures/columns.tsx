/** The numbers of each row, with their definitions. */
import type { ReactNode } from "react"
import type { Figures, FiguresSummary } from "~/api/types"
import type { Sort } from "~/features/admin/table/listState"
import { formatMoney } from "~/lib/money"
import { counted } from "~/lib/text"
import { formatMonth } from "~/lib/time/months"

export interface Measure {
  field: Exclude<keyof Figures, "canceled" | "measured">
  label: string
  definition: string
  /** Of what the bar shows the share, and how a screen reader says it. Without it: of the highest of all rows. */
  whole?: (figures: Figures) => { of: number; name: string }
  format?: (value: number) => string
  /** What the number is about, if not of all dates. */
  note?: (figures: Figures) => ReactNode
}

const ofCounted = ({ came, didNotCome, measured, dates }: Figures) => ({
  of: Math.max((came ?? 0) + (didNotCome ?? 0), 1),
  name: measured < dates ? `those expected on ${counted(measured, "date")}` : "those expected",
})

const onMeasured = ({ measured, dates }: Figures) =>
  measured > 0 && measured < dates && `on ${measured} of ${counted(dates, "date")}`

export const measures: readonly Measure[] = [
  {
    field: "dates",
    label: "Dates",
    definition: "Dates that took place. One that was moved counts once. Canceled dates stand apart.",
    note: ({ canceled }) => canceled > 0 && `${canceled} canceled`,
  },
  { field: "seats", label: "Seats", definition: "Seats on offer: on each date as many as its event has now." },
  {
    field: "sold",
    label: "Sold",
    definition: "Seats that were confirmed when the date started, also those that staff booked for guests.",
    whole: ({ seats }) => ({ of: Math.max(seats, 1), name: "the seats" }),
  },
  {
    field: "came",
    label: "Came",
    definition:
      "People who were let in at the door, also without a ticket. Only dates whose door was closed count; the others are not measured.",
    whole: ofCounted,
    note: onMeasured,
  },
  {
    field: "didNotCome",
    label: "Didn't come",
    definition: "Sold seats of the same dates with which nobody came.",
    whole: ofCounted,
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
    definition: "From the sale to the start. Half of the seats were sold earlier than this, half later (the median).",
    format: (value) => String(value),
  },
  {
    field: "raisedPerSeat",
    label: "Raised per seat",
    definition:
      "Tickets and gifts minus refunds and PayPal's fees, without sales tax, for each seat that was sold, also after the start. Free events have none. Gifts count at once here; “Raised so far” waits until three people have given.",
    format: formatMoney,
  },
]

/** A number above its bar. `highest` is that of all rows; null for the sum, which is compared with none. */
export function Figure({ measure, row, highest }: { measure: Measure; row: Row; highest: number | null }) {
  const { field, whole, format = String, note } = measure
  const value = row.figures[field]
  if (value === null) {
    const isCounted = field === "came" || field === "didNotCome"
    return <span className="text-sm text-ink-2 xl:whitespace-nowrap">{isCounted ? "not measured" : "none"}</span>
  }
  const { of, name } = whole?.(row.figures) ?? { of: highest, name: "the highest" }
  const more = note?.(row.figures)
  return (
    <>
      {/* The bar is beside the number on a card, and below it in the table. */}
      <span className="block in-[li]:flex in-[li]:flex-row-reverse in-[li]:items-center in-[li]:gap-x-3">
        <span className="count min-w-12">{format(value)}</span>
        {of !== null && of > 0 && <Bar share={value / of} of={name} />}
      </span>
      {more && <span className="block text-sm font-normal text-ink-2 xl:whitespace-nowrap">{more}</span>}
    </>
  )
}

/** How large a number is beside another one: "82% of the seats" */
function Bar({ share, of }: { share: number; of: string }) {
  const percent = Math.round(100 * Math.min(Math.max(share, 0), 1))
  return (
    <svg
      role="img"
      aria-label={`${percent}% of ${of}`}
      className="block h-1.5 w-14 shrink-0 overflow-hidden rounded-pill in-[td]:mt-1 in-[td]:ml-auto"
      preserveAspectRatio="none"
    >
      <rect width="100%" height="100%" className="fill-hair" />
      <rect width={`${percent}%`} height="100%" className="fill-link" />
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

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

export function rowsOf({ formats, events, months }: FiguresSummary, by: Grouping): Row[] {
  if (by === "event") return events.map(({ product, name, figures }) => ({ key: product, name, figures }))
  if (by === "month") return months.map(({ month, figures }) => ({ key: month, name: formatMonth(month), figures }))
  return formats.map(({ format, weekday, figures }) => ({
    key: `${format} ${weekday}`,
    name: `${format || "No format"}, ${weekdays[weekday]}`,
    figures,
  }))
}

/** In the API's order if they are sorted by name: weekdays and months have an order of their own. */
export function sortRows(rows: readonly Row[], { field, order }: Sort): Row[] {
  const valueOf = ({ figures }: Row) => figures[field as keyof Figures]
  const known = field === NAME ? [...rows] : rows.filter((row) => valueOf(row) !== null)
  const sorted = field === NAME ? known : known.toSorted((a, b) => valueOf(a)! - valueOf(b)!)
  const unknown = rows.filter((row) => !known.includes(row)) // last, in both orders
  return [...(order === "asc" ? sorted : sorted.toReversed()), ...unknown]
}
