/** The rows of the table, from what the API returns. */
import type { Figures, FiguresSummary } from "~/api/types"
import type { Sort } from "~/features/admin/table/listState"
import { formatMonth } from "~/lib/time/months"

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
