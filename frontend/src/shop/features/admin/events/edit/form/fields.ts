/** The event form: its validation, its values for an event, and the API's fields for its values. */
import * as v from "valibot"
import { whoChanged } from "~/shop/shared/lastChanges"
import { eventBounds } from "~/common/api/bounds.gen"
import type { EventFields, Product } from "~/common/api/types"
import { addYear, instantOf, weekdayOf } from "~/shop/features/admin/events/edit/schedule/wallTime"
import { parseAmount } from "~/common/lib/amount"
import { wallClock, wallDay } from "~/common/lib/time/wallClock"
import type { Edits } from "~/common/ui/forms/Form"
import { requiredText, rule } from "~/common/ui/forms/rules"

export const intervals = ["daily", "weekly", "monthly", "custom"] as const

export const weeks = ["1st", "2nd", "3rd", "4th", "Last"].map((name, index) => ({ name, value: String(index + 1) }))

export const refundChoices = ["full", "minus_fee", "none"] as const

/** MAX_UNTIL_HOURS of bookings/api/serializers/events.py */
const MAX_UNTIL_HOURS = 24 * 60

const MAX_SEATS = eventBounds.maximumEventCapacity.maximum

const MAX_MEMBER_SEATS = eventBounds.memberSeats.maximum

const optionalPrice = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === "" || priceOf(text) !== null, "Enter a price like 12.50, or leave it empty."),
)

const base = v.object({
  name: requiredText("Enter the event's name."),
  category: v.string(),
  cardSet: v.string(),
  format: v.string(),
  minAge: v.picklist(["", "18", "21"]),
  description: v.string(),
  startTime: v.pipe(v.string(), v.nonEmpty("Choose when it starts.")),
  endTime: v.pipe(v.string(), v.nonEmpty("Choose when it ends.")),
  isRecurring: v.picklist(["yes", "no"]),
  recurringInterval: v.picklist(intervals),
  dayOfWeek: v.string(),
  weekOfMonth: v.array(v.string()),
  endDate: v.string(),
  countInStock: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d+$/, "Enter a whole number, like 24."),
    v.check((text) => !(Number(text) > MAX_SEATS), `Enter ${MAX_SEATS.toLocaleString("en-US")} or less.`),
  ),
  price: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => priceOf(text) !== null, "Enter a price like 12.50."),
  ),
  refund: v.picklist(refundChoices),
  untilHours: v.string(),
  feePerSeat: v.string(),
  memberPrice: optionalPrice,
  memberSeats: v.string(),
  fairValue: optionalPrice,
  eventLocation: v.string(),
  image: v.string(),
})

export type EventValues = v.InferOutput<typeof base>

export const eventSchema = v.pipe(
  base,
  rule(
    "endTime",
    ({ startTime, endTime }) => !startTime || !endTime || endTime >= startTime,
    "End time must be after start time.",
  ),
  rule(
    "weekOfMonth",
    ({ weekOfMonth, ...rest }) => !isCustom(rest) || weekOfMonth.length > 0,
    "Choose at least one week of the month.",
  ),
  // Only the fields that the choice shows.
  rule(
    "untilHours",
    ({ refund, untilHours }) => refund === "none" || hoursOf(untilHours) !== null,
    `Enter a whole number of hours, up to ${MAX_UNTIL_HOURS}.`,
  ),
  rule(
    "feePerSeat",
    ({ refund, feePerSeat }) => refund !== "minus_fee" || (priceOf(feePerSeat) ?? 0) > 0,
    "Enter an amount like 2.00.",
  ),
  rule(
    "memberSeats",
    ({ memberPrice, memberSeats }) => memberPrice === "" || memberSeatsOf(memberSeats) !== null,
    `Enter a whole number from 1 to ${MAX_MEMBER_SEATS}.`,
  ),
)

const isCustom = ({ isRecurring, recurringInterval }: Pick<EventValues, "isRecurring" | "recurringInterval">) =>
  isRecurring === "yes" && recurringInterval === "custom"

export type WhenValues = Pick<
  EventValues,
  "startTime" | "endTime" | "isRecurring" | "recurringInterval" | "dayOfWeek" | "weekOfMonth" | "endDate"
>

/** When an event takes place. `now` determines the default end of a series: a year from today. */
export function whenOf(event: Pick<Product, "startTime" | "endTime" | "recurringPattern">, now: number): WhenValues {
  const pattern = event.recurringPattern
  const custom = pattern?.customOccurrenceConfig
  const startTime = wallClock(event.startTime)
  return {
    startTime,
    endTime: wallClock(event.endTime),
    isRecurring: pattern ? "yes" : "no",
    recurringInterval: pattern?.recurringInterval ?? "weekly",
    dayOfWeek: String(custom?.dayOfWeek ?? weekdayOf(startTime) ?? 0),
    weekOfMonth: (custom?.weekOfMonth ?? []).map(String),
    endDate: pattern ? endDay(pattern.endDate) : addYear(wallDay(now)),
  }
}

export function valuesOf(product: Product, now: number): EventValues {
  return {
    ...whenOf(product, now),
    name: product.name,
    category: product.category,
    cardSet: product.cardSet,
    format: product.format,
    minAge: product.minAge ? `${product.minAge}` : "",
    description: product.description,
    eventLocation: product.eventLocation,
    countInStock: String(product.maximumEventCapacity),
    price: product.price.toFixed(2),
    memberPrice: product.memberPrice?.toFixed(2) ?? "",
    memberSeats: String(product.memberSeats),
    fairValue: product.fairValue?.toFixed(2) ?? "",
    refund: product.refundPolicy.refund,
    untilHours: String(product.refundPolicy.untilHours),
    feePerSeat: product.refundPolicy.feePerSeat.toFixed(2),
    image: product.image,
  }
}

const endDay = (endDate: string | null) => (endDate ? wallDay(endDate) : "")

type TimeFields = Pick<EventFields, "startTime" | "endTime" | "isRecurring" | "recurringPattern"> &
  Partial<Pick<EventFields, "maximumEventCapacity">>

/** The fields that determine dates and seats; null while they are incomplete. */
export function timesSent(values: EventValues, stored: Product): TimeFields | null {
  const startTime = sentTime(values.startTime, stored.startTime)
  const endTime = sentTime(values.endTime, stored.endTime)
  const isComplete = startTime && endTime && values.endTime >= values.startTime
  if (!isComplete || (isCustom(values) && values.weekOfMonth.length === 0)) return null
  return {
    startTime,
    endTime,
    isRecurring: values.isRecurring === "yes",
    recurringPattern: values.isRecurring === "yes" ? patternSent(values, stored) : null,
    ...(v.is(base.entries.countInStock, values.countInStock) && {
      maximumEventCapacity: Number(values.countInStock),
    }),
  }
}

/** An unchanged time is sent as stored, because local times are ambiguous when clocks are set back. */
function sentTime(wallTime: string, stored: string): string | null {
  return wallTime === wallClock(stored) ? stored : instantOf(wallTime)
}

/** An unchanged last day is sent as stored, because an end of the day that isn't its last minute is another one. */
function patternSent({ recurringInterval, endDate, dayOfWeek, weekOfMonth }: EventValues, stored: Product) {
  const storedEnd = stored.recurringPattern?.endDate ?? null
  return {
    recurringInterval,
    endDate: endDate === endDay(storedEnd) ? storedEnd : endDate || null,
    customOccurrenceConfig:
      recurringInterval === "custom"
        ? { dayOfWeek: Number(dayOfWeek), weekOfMonth: weekOfMonth.map(Number).sort() }
        : null,
  }
}

/** All fields, for valid values. The return type requires each field of the API; brand and type aren't in the form. */
export function fieldsSent(
  values: EventValues,
  stored: Product,
): Omit<EventFields, keyof TimeFields> & Partial<TimeFields> {
  return {
    name: values.name.trim(),
    category: values.category,
    cardSet: values.cardSet,
    format: values.format,
    minAge: values.minAge ? (Number(values.minAge) as 18 | 21) : null,
    description: values.description,
    price: priceOf(values.price) ?? 0,
    refundPolicy: refundPolicySent(values, stored),
    memberPrice: priceOf(values.memberPrice),
    memberSeats: memberSeatsOf(values.memberSeats) ?? stored.memberSeats, // it may be invalid while hidden
    fairValue: priceOf(values.fairValue),
    eventLocation: values.eventLocation,
    image: values.image,
    brand: stored.brand,
    type: stored.type,
    ...timesSent(values, stored),
  }
}

/** How the form's values belong to the API's fields. `now` as for `valuesOf`. */
export const eventEdits = (event: Product, now: number): Edits<EventValues, ReturnType<typeof fieldsSent>> => ({
  names: {
    countInStock: "maximumEventCapacity",
    recurringInterval: "recurringPattern",
    dayOfWeek: "recurringPattern",
    weekOfMonth: "recurringPattern",
    endDate: "recurringPattern",
    refund: "refundPolicy",
    untilHours: "refundPolicy",
    feePerSeat: "refundPolicy",
  },
  groups: [["startTime", "endTime", "isRecurring", "recurringPattern"]],
  sent: (values) => fieldsSent(values, event),
  shown: (current) => valuesOf({ ...event, ...current }, now),
  whoChanged: whoChanged("event", event._id),
})

function refundPolicySent(
  { refund, untilHours, feePerSeat }: EventValues,
  { refundPolicy: stored }: Product,
): Product["refundPolicy"] {
  return {
    refund,
    untilHours: hoursOf(untilHours) ?? stored.untilHours, // it may be invalid while the field is hidden
    feePerSeat: refund === "minus_fee" ? (priceOf(feePerSeat) ?? 0) : 0,
  }
}

const hoursOf = (text: string) => wholeNumber(text, 0, MAX_UNTIL_HOURS)

const memberSeatsOf = (text: string) => wholeNumber(text, 1, MAX_MEMBER_SEATS)

/** null for other texts, and beyond the limits. */
function wholeNumber(text: string, minimum: number, maximum: number): number | null {
  const number = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN
  return number >= minimum && number <= maximum ? number : null
}

/** Dollars of a price; null for other texts and for prices that the API refuses. */
export function priceOf(text: string): number | null {
  return parseAmount(text, eventBounds.price)
}
