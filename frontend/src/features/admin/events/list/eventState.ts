/** An event's state for staff. */
import type { Product } from "~/api/types"
import { counted } from "~/lib/counted"

export interface StateLabel {
  label: string
  look: "neutral" | "warning" | "error"
}

type Facts = Pick<Product, "status" | "isRecurring" | "startTime" | "nextStartTime" | "inStock" | "snoozedDates">

/** Draft, hidden, sold out, past, and canceled dates. Empty for other events. `now` in milliseconds. */
export function stateLabels(event: Facts, now: number): StateLabel[] {
  if (event.status === "draft") return [{ label: "Draft", look: "warning" }]
  if (event.status === "archived") return [{ label: "Hidden", look: "neutral" }]
  const skipped = skippedLabel(event, now)
  if (event.nextStartTime !== null && !event.inStock) return [{ label: "Sold Out!", look: "error" }, ...skipped]
  if (event.nextStartTime !== null || skipped.length > 0) return skipped
  return [{ label: "Past", look: "neutral" }]
}

/** The number of canceled dates of a series. A single event in the future without an upcoming date was canceled. */
function skippedLabel({ isRecurring, startTime, nextStartTime, snoozedDates }: Facts, now: number): StateLabel[] {
  if (isRecurring)
    return snoozedDates > 0 ? [{ label: `${counted(snoozedDates, "date")} canceled`, look: "warning" }] : []
  const isSkipped = nextStartTime === null && new Date(startTime).getTime() > now
  return isSkipped ? [{ label: "Canceled", look: "warning" }] : []
}
