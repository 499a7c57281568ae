/** An event's state for staff. */
import type { Product } from "~/api/types"
import { counted } from "~/lib/counted"

export interface StateWord {
  word: string
  look: "neutral" | "warning" | "error"
}

type Facts = Pick<Product, "status" | "isRecurring" | "startTime" | "nextStartTime" | "inStock" | "snoozedDates">

/** Draft, archived, sold out, past, and how much of it is snoozed; none for a regular event. `now` in milliseconds. */
export function stateWords(event: Facts, now: number): StateWord[] {
  if (event.status === "draft") return [{ word: "Draft", look: "warning" }]
  if (event.status === "archived") return [{ word: "Archived", look: "neutral" }]
  const snoozed = snoozedWord(event, now)
  if (event.nextStartTime !== null && !event.inStock) return [{ word: "Sold Out!", look: "error" }, ...snoozed]
  if (event.nextStartTime !== null || snoozed.length > 0) return snoozed
  return [{ word: "Past", look: "neutral" }]
}

/** A single event in the future without an upcoming date was skipped; of a series, the number of skipped dates. */
function snoozedWord({ isRecurring, startTime, nextStartTime, snoozedDates }: Facts, now: number): StateWord[] {
  if (isRecurring)
    return snoozedDates > 0 ? [{ word: `${counted(snoozedDates, "date")} skipped`, look: "warning" }] : []
  const isAhead = nextStartTime === null && new Date(startTime).getTime() > now
  return isAhead ? [{ word: "Skipped", look: "warning" }] : []
}
