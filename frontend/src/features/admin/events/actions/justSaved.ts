import type { ProductDetail } from "~/api/types"
import { nextDays } from "~/features/admin/events/edit/schedule/nextDays"

/** The list of events reads it, to tell what became of the draft that was saved a moment ago. */
export interface JustSaved {
  saved?: { _id: string; name: string; text: string; isDraft: boolean }
}

export function justSaved(event: ProductDetail): JustSaved {
  const isDraft = event.status === "draft"
  const text = isDraft ? `Still a draft: visitors can't see it. ${event.draftReasons.join(" ")}` : nowPublic(event)
  return { saved: { _id: event._id, name: event.name, text, isDraft } }
}

/** What has changed for visitors with a first Update. */
function nowPublic({ occurrences, isRecurring }: ProductDetail): string {
  if (occurrences.length === 0) return "It's live but has no upcoming dates."
  return `Visitors can see it now.${isRecurring ? ` Next: ${nextDays(occurrences)}.` : ""}`
}
