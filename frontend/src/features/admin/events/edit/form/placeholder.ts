import type { ProductForm } from "~/api/types"

/** What a new event is until staff write something better. */
const PLACEHOLDERS = ["Edit me!", "DEF", "Default"]

export const isPlaceholder = (text: string) => PLACEHOLDERS.includes(text)

/** The new-event defaults; `now` is both its start and its end. */
export function placeholderEvent(now: Date): ProductForm {
  const startTime = now.toISOString()
  return {
    name: "Edit me!",
    category: "DEF",
    description: "Edit me!",
    price: 0,
    countInStock: 0,
    maximumEventCapacity: 0,
    startTime,
    endTime: startTime,
    eventLocation: "Default",
    cardSet: "DEF",
    type: "event",
    isRecurring: false,
    recurringPattern: null,
  }
}
