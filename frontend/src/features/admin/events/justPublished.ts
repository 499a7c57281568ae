import type { ProductDetail } from "~/api/types"
import { nextDays } from "~/features/admin/events/edit/nextDays"

/** The list of events reads it, to tell of the event that was published a moment ago. */
export interface JustPublished {
  published?: { _id: string; name: string; text: string }
}

export function justPublished(event: ProductDetail): JustPublished {
  return { published: { _id: event._id, name: event.name, text: nowPublic(event) } }
}

/** What has changed for visitors with a first Update. */
function nowPublic({ occurrences, isRecurring }: ProductDetail): string {
  if (occurrences.length === 0) return "It is public now, but no date of it is coming."
  return `Visitors can see it now.${isRecurring ? ` Next: ${nextDays(occurrences)}.` : ""}`
}
