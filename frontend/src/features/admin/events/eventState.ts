/** What a glance at an event tells staff. */
import type { Product } from "~/api/types"

export interface StateWord {
  word: string
  look: "neutral" | "warning" | "error"
}

type Facts = Pick<Product, "status" | "isRecurring" | "startTime" | "nextStartTime" | "inStock">

/** Draft, archived, sold out, past or snoozed; null for an event that is simply on. `now` in milliseconds. */
export function stateWord(event: Facts, now: number): StateWord | null {
  if (event.status === "draft") return { word: "Draft", look: "warning" }
  if (event.status === "archived") return { word: "Archived", look: "neutral" }
  if (event.nextStartTime !== null) return event.inStock ? null : { word: "Sold Out!", look: "error" }
  // A night that is still ahead and yet has no coming date: it was skipped.
  const isAhead = !event.isRecurring && new Date(event.startTime).getTime() > now
  return isAhead ? { word: "Snoozed", look: "warning" } : { word: "Past", look: "neutral" }
}
