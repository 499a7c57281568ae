/** The form of an event: what it checks, how an event fills it, and what it sends. */
import { z } from "zod/mini"
import type { Product, ProductForm } from "~/api/types"
import { aYearOn, instantOf, weekdayOf } from "~/features/admin/events/edit/schedule/wallTime"
import { wallClock, wallDay } from "~/lib/time/wallClock"

export const intervals = ["daily", "weekly", "monthly", "custom"] as const
export type Interval = (typeof intervals)[number]

/** Sunday stands first on the screen; to the server Monday is 0 and Sunday is 6. */
export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
  (name, index) => ({ name, value: String((index + 6) % 7) }),
)

export const weeks = ["1st", "2nd", "3rd", "4th", "Last"].map((name, index) => ({ name, value: String(index + 1) }))

/** "12", "12.5" or "$12.50" */
const PRICE = /^\$?\s*(\d{1,6}(?:\.\d{1,2})?)$/

const base = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter the event's name.")),
  category: z.string(),
  cardSet: z.string(),
  format: z.string(),
  description: z.string(),
  startTime: z.string().check(z.minLength(1, "Choose when it starts.")),
  endTime: z.string().check(z.minLength(1, "Choose when it ends.")),
  isRecurring: z.enum(["yes", "no"]),
  recurringInterval: z.enum(intervals),
  dayOfWeek: z.string(),
  weekOfMonth: z.array(z.string()),
  endDate: z.string(),
  countInStock: z.string().check(z.trim(), z.regex(/^\d{1,6}$/, "Enter a whole number, like 24.")),
  price: z.string().check(z.trim(), z.regex(PRICE, "Enter a price like 12.50.")),
  eventLocation: z.string(),
  image: z.string(),
})

export type EventValues = z.infer<typeof base>

const always = () => true // a wrong field elsewhere does not keep these from being told

export const eventSchema = base.check(
  z.refine(({ startTime, endTime }) => !startTime || !endTime || endTime >= startTime, {
    error: "End time must be after start time.",
    path: ["endTime"],
    when: always,
  }),
  z.refine(({ weekOfMonth, ...rest }) => !isCustom(rest) || weekOfMonth.length > 0, {
    error: "Choose at least one week of the month.",
    path: ["weekOfMonth"],
    when: always,
  }),
)

export const isCustom = ({ isRecurring, recurringInterval }: Pick<EventValues, "isRecurring" | "recurringInterval">) =>
  isRecurring === "yes" && recurringInterval === "custom"

/** `now` decides the end that is proposed for a series: a year from today. */
export function valuesOf(product: Product, timeZone: string, now: number): EventValues {
  const pattern = product.recurringPattern
  const custom = pattern?.customOccurrenceConfig
  const startTime = wallClock(product.startTime, timeZone)
  return {
    name: product.name,
    category: product.category,
    cardSet: product.cardSet,
    format: product.format,
    description: product.description,
    startTime,
    endTime: wallClock(product.endTime, timeZone),
    isRecurring: product.isRecurring ? "yes" : "no",
    recurringInterval: pattern?.recurringInterval ?? "weekly",
    dayOfWeek: String(custom?.dayOfWeek ?? weekdayOf(startTime) ?? 0),
    weekOfMonth: (custom?.weekOfMonth ?? []).map(String),
    endDate: pattern ? endDay(pattern.endDate, timeZone) : aYearOn(wallDay(now, timeZone)),
    countInStock: String(product.maximumEventCapacity),
    price: product.price.toFixed(2),
    eventLocation: product.eventLocation,
    image: product.image,
  }
}

const endDay = (endDate: string | null, timeZone: string) => (endDate ? wallDay(endDate, timeZone) : "")

type TimeValues = Pick<
  EventValues,
  | "startTime"
  | "endTime"
  | "isRecurring"
  | "recurringInterval"
  | "dayOfWeek"
  | "weekOfMonth"
  | "endDate"
  | "countInStock"
>

/** The part that decides about dates and seats; null while it is not whole. */
export function timesSent(values: TimeValues, stored: Product, timeZone: string): ProductForm | null {
  const startTime = sentTime(values.startTime, stored.startTime, timeZone)
  const endTime = sentTime(values.endTime, stored.endTime, timeZone)
  const isWhole = startTime && endTime && values.endTime >= values.startTime
  if (!isWhole || (isCustom(values) && values.weekOfMonth.length === 0)) return null
  return {
    startTime,
    endTime,
    isRecurring: values.isRecurring === "yes",
    recurringPattern: values.isRecurring === "yes" ? patternSent(values) : null,
    ...(/^\d{1,6}$/.test(values.countInStock.trim()) && { maximumEventCapacity: Number(values.countInStock) }),
  }
}

/** What was not touched goes back as it came: a wall clock that shows an hour twice could not tell which one it was. */
function sentTime(wall: string, stored: string, timeZone: string): string | null {
  return wall === wallClock(stored, timeZone) ? stored : instantOf(wall, timeZone)
}

function patternSent({ recurringInterval, endDate, dayOfWeek, weekOfMonth }: TimeValues) {
  return {
    recurringInterval,
    endDate: endDate || null,
    customOccurrenceConfig:
      recurringInterval === "custom"
        ? { dayOfWeek: Number(dayOfWeek), weekOfMonth: weekOfMonth.map(Number).toSorted() }
        : null,
  }
}

/** The whole form. `values` have passed the schema. */
export function fieldsSent(values: EventValues, stored: Product, timeZone: string): ProductForm {
  return {
    name: values.name.trim(),
    category: values.category,
    cardSet: values.cardSet,
    format: values.format,
    description: values.description,
    price: priceOf(values.price) ?? 0,
    eventLocation: values.eventLocation,
    image: values.image,
    brand: stored.brand,
    type: stored.type,
    ...timesSent(values, stored, timeZone),
  }
}

/** Dollars; null for what is no price. */
export function priceOf(text: string): number | null {
  const digits = PRICE.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
