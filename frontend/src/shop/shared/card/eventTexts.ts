/** The texts of a date's card. */
import { formatPrice } from "~/common/lib/money"
import { priceItems, type PricingRules } from "~/common/lib/pricing"
import { counted } from "~/common/lib/text"
import { badgeParts, formatDay, formatLongDay, whenParts } from "~/common/lib/time/dates"

/** The data of one date that its card shows. */
export interface DateFacts {
  name: string
  image: string
  description: string
  category: string
  cardSet: string
  format: string
  /** How old guests have to be */
  minAge: number | null
  eventLocation: string
  /** Dollars per seat, without tax */
  price: number
  /** Of the date's place, if it isn't the shop's */
  taxRate?: number | undefined
  startTime: string
  endTime: string
  maximumEventCapacity: number
  /** The date's own number, if it isn't the event's */
  seats?: number
  countInStock: number
  isRecurring: boolean
  /** For a date that is full or past: the start of the event's next date with seats. */
  nextOpenStartTime?: string | null
  /** For a date that is canceled: why. */
  cancelReason?: string
}

/** Both `full` and `past` are shown as "Sold Out!". A full date with seats for this user alone is `held`. */
type DateState = "open" | "full" | "held" | "canceled" | "past"

export interface EventTile {
  name: string
  image: string
  description: string
  frame: Frame
  state: DateState
  /** Why it is canceled, or "" */
  cancelReason: string
  repeats: boolean
  category: string
  /** "Foundations · Commander · 21+" */
  setAndFormat: string
  badge: { month: string; day: string }
  /** "Fri, Dec 4" and "7:00–10:00 PM PST": a narrow card breaks the line between them */
  when: { day: string; hours: string }
  /** "Friday, December 4" */
  day: string
  /** The venue's name, or "" */
  venue: string
  /** What a seat costs, with tax: "$13.80", or "Free" */
  price: string
  /** "18/24" */
  seats: string
  /** "18 of 24 seats taken" */
  seatsTaken: string
  /** "Only 3 seats left", or "" if there are more than 5 */
  fewLeft: string
  /** "2 held for you", or "" */
  held: string
  /** Whether the date is full and its waiting list can be joined */
  hasWaitingList: boolean
  /** The next date with seats after one that is full or past: "Fri, Dec 11" and "Friday, December 11" */
  next: { day: string; longDay: string } | null
  startTime: string
}

const FEW = 5
/** How long before the start the waiting list closes. The server refuses to add anyone later. */
const LIST_CLOSES_MS = 60 * 60_000

/** Whether it is too late for the waiting list of a date. `now` is in milliseconds. */
export const isListClosed = (startTime: string, now: number) => Date.parse(startTime) - now <= LIST_CLOSES_MS

/** Returns the texts of a date's card. `now` is in milliseconds. `held` are the seats that are offered to the user. */
export function eventTile(date: DateFacts, shop: PricingRules, now: number, held = 0): EventTile {
  const capacity = date.seats ?? date.maximumEventCapacity
  const taken = Math.max(0, capacity - date.countInStock)
  const known = stateOf(date, now)
  const state = known === "full" && held > 0 ? "held" : known
  return {
    name: date.name,
    image: date.image,
    description: date.description,
    frame: categoryFrame(date.category),
    state,
    cancelReason: date.cancelReason ?? "",
    repeats: date.isRecurring,
    category: date.category,
    setAndFormat: [date.cardSet, date.format, date.minAge && `${date.minAge}+`].filter(Boolean).join(" · "),
    badge: badgeParts(date.startTime),
    when: whenParts(date.startTime, date.endTime),
    day: formatLongDay(date.startTime),
    venue: venueOf(date.eventLocation),
    price: formatPrice(addTax(date, shop)),
    seats: `${taken}/${capacity}`,
    seatsTaken: `${taken} of ${capacity} seats taken`,
    fewLeft: state === "open" && date.countInStock <= FEW ? `Only ${counted(date.countInStock, "seat")} left` : "",
    held: state === "held" ? heldText(held) : "",
    hasWaitingList: state === "full" && !isListClosed(date.startTime, now),
    next: state === "open" || state === "held" ? null : nextOf(date),
    startTime: date.startTime,
  }
}

function nextOf({ nextOpenStartTime: next }: DateFacts): EventTile["next"] {
  return next ? { day: formatDay(next), longDay: formatLongDay(next) } : null
}

type KnownToAll = Exclude<DateState, "held">

export function stateOf(date: Pick<DateFacts, "startTime" | "countInStock" | "cancelReason">, now: number): KnownToAll {
  if (new Date(date.startTime).getTime() <= now) return "past"
  if (date.cancelReason) return "canceled"
  return date.countInStock > 0 ? "open" : "full"
}

export const heldText = (seats: number) => `${seats} held for you`

/** "Foam & Felt" of "Foam & Felt, 5 Main Street"; "" if no place was given. */
export function venueOf(eventLocation: string): string {
  const name = eventLocation.split(",")[0]!.trim()
  return name === "Default" ? "" : name
}

/** What a seat at this list price and tax rate costs: the one price that everything outside the cart shows. */
export function addTax(seat: Pick<DateFacts, "price" | "taxRate">, rules: PricingRules): number {
  const { price, taxRate } = seat
  return priceItems([{ price, taxRate }], { ...rules, shippingFlat: 0 }).totalPrice
}

const FRAMES = ["green", "berry", "blue", "rust", "slate"] as const

export type Frame = (typeof FRAMES)[number]

/** Returns one of the five tested frame colors, always the same one for a category. */
export function categoryFrame(category: string): Frame {
  let hash = 0
  for (const letter of category.trim().toLowerCase()) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0
  return FRAMES[hash % FRAMES.length]!
}
