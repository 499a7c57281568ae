import type { ProductDetail } from "~/api/types"
import { nextDays } from "~/features/admin/events/edit/schedule/nextDays"

/** Router state for the list of events, which shows the result of saving a draft. */
export interface JustSaved {
  saved?: { _id: string; name: string; text: string; isDraft: boolean }
}

export function justSaved(event: ProductDetail): JustSaved {
  const isDraft = event.status === "draft"
  const text = isDraft ? `Still a draft: visitors can't see it. ${event.draftReasons.join(" ")}` : nowPublic(event)
  return { saved: { _id: event._id, name: event.name, text, isDraft } }
}

/** The text after a draft was published. */
function nowPublic({ occurrences, isRecurring }: ProductDetail): string {
  if (occurrences.length === 0) return "It's live but has no upcoming dates."
  return `Visitors can see it now.${isRecurring ? ` Next: ${nextDays(occurrences)}.` : ""}`
}
