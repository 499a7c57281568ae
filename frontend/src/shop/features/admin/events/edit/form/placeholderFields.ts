/** The placeholders in an event that is about to become public. */
import { instantOf } from "~/shop/features/admin/events/edit/schedule/wallTime"
import { formatDateOption } from "~/common/lib/time/dates"
import type { EventValues } from "./fields"

export interface PlaceholderField {
  field: "name" | "category" | "cardSet" | "description" | "startTime" | "eventLocation" | "countInStock"
  label: string
  /** What visitors would see. */
  seen: string
}

const TEXTS = [
  ["name", "Event Name"],
  ["category", "Category"],
  ["cardSet", "Card Set"],
  ["description", "Description"],
] as const

/** The placeholders of a draft's form, in the order of the form. `now` in milliseconds. */
export function placeholdersOfForm(values: EventValues, now: number): PlaceholderField[] {
  const texts = TEXTS.filter(([field]) => isPlaceholder(values[field]))
  const found: PlaceholderField[] = texts.map(([field, label]) => ({ field, label, seen: `“${values[field]}”` }))
  found.push(...times(values, now))
  if (isPlaceholder(values.eventLocation))
    found.push({ field: "eventLocation", label: "Event Location", seen: "no location and no map" })
  if (values.countInStock.trim() === "0") found.push({ field: "countInStock", label: "0 seats", seen: "“Sold Out!”" })
  return found
}

/** Whether start and end are the same. The server doesn't publish such an event. */
export const hasNoLength = ({ startTime, endTime }: Pick<EventValues, "startTime" | "endTime">) => startTime === endTime

/** Whether it is a placeholder text. */
export const isText = ({ field }: PlaceholderField) => TEXTS.some(([name]) => name === field)

/** Times that new and cloned events have: start and end are the same, or a single date has passed. */
function times(values: EventValues, now: number): PlaceholderField[] {
  const start = instantOf(values.startTime)
  if (!start) return []
  const shown = formatDateOption(start)
  if (hasNoLength(values)) return [{ field: "startTime", label: "Start and End Time", seen: `both ${shown}` }]
  if (values.isRecurring === "yes" || Date.parse(start) > now) return []
  return [{ field: "startTime", label: "Start Time", seen: `${shown}, which has passed` }]
}

/** The placeholder texts of a new event, as in NEW_EVENT of bookings/services/events.py. */
const PLACEHOLDERS = ["Edit me!", "DEF", "Default"]

export const isPlaceholder = (text: string) => PLACEHOLDERS.includes(text)
