/** What nobody has written yet in the form of a new event. */
import type { EventValues } from "~/features/admin/events/edit/fields"
import { isPlaceholder } from "~/features/admin/events/placeholder"

export interface Filler {
  field: "name" | "category" | "cardSet" | "description" | "eventLocation" | "countInStock"
  label: string
  /** What visitors would find there. */
  seen: string
}

const TEXTS = [
  ["name", "Event Name"],
  ["category", "Category"],
  ["cardSet", "Card Set"],
  ["description", "Description"],
] as const

/** The fields that still stand as we filled them in. */
export function asFilledIn(values: EventValues): Filler[] {
  const left: Filler[] = TEXTS.filter(([field]) => isPlaceholder(values[field])).map(([field, label]) => ({
    field,
    label,
    seen: `“${values[field]}”`,
  }))
  if (isPlaceholder(values.eventLocation))
    left.push({ field: "eventLocation", label: "Event Location", seen: "no place and no map" })
  if (values.countInStock.trim() === "0") left.push({ field: "countInStock", label: "0 seats", seen: "“Sold Out!”" })
  return left
}
