/** The texts of a date's card, and of an event's page. */
import type { Occurrence, ProductDetail } from "~/api/types"
import { formatMoney } from "~/lib/money"
import { priceItems, type PricingRules } from "~/lib/pricing"
import { counted } from "~/lib/text"
import { badgeParts, formatDateOption, formatDay, formatLongDay, groupByMonth, whenParts } from "~/lib/time/dates"

/** The data of one date that its card shows. */
export interface DateFacts {
  name: string
  image: string
  description: string
  category: string
  cardSet: string
  format: string
  /** Dollars per seat */
  price: number
  startTime: string
  endTime: string
  maximumEventCapacity: number
  countInStock: number
  isRecurring: boolean
  /** For a date that is full or past: the start of the event's next date with seats. */
  nextOpenStartTime?: string | null
  /** For a date that is canceled: why. */
  cancelReason?: string
}

/** Both `full` and `past` are shown as "Sold Out!". */
type DateState = "open" | "full" | "canceled" | "past"

/** The shop's settings that the texts depend on. */
export type ShopRules = PricingRules & { timeZone: string }

export interface EventTile {
  name: string
  image: string
  description: string
  frame: Frame
  state: DateState
  /** Why it is canceled, or "" */
  cancelReason: string
  repeats: boolean
  /** "Magic · Foundations" */
  typeLine: string
  format: string
  badge: { month: string; day: string }
  /** "Fri, Dec 4" and "7:00–10:00 PM PST": a narrow card breaks the line between them */
  when: { day: string; hours: string }
  /** "Friday, December 4" */
  day: string
  price: string
  /** "$13.80 with tax", or "" without tax */
  taxed: string
  /** "18/24" */
  seats: string
  /** "18 of 24 seats taken" */
  seatsTaken: string
  /** "Only 3 seats left", or "" if there are more than 5 */
  fewLeft: string
  /** The next date with seats after one that is full or past: "Fri, Dec 11" and "Friday, December 11" */
  next: { day: string; longDay: string } | null
  startTime: string
  timeZone: string
}

const FEW = 5

/** Returns the texts of a date's card. `now` is in milliseconds. */
export function eventTile(date: DateFacts, shop: ShopRules, now: number): EventTile {
  const { timeZone } = shop
  const capacity = date.maximumEventCapacity
  const taken = Math.max(0, capacity - date.countInStock)
  const state = stateOf(date, now)
  return {
    name: date.name,
    image: date.image,
    description: date.description,
    frame: categoryFrame(date.category),
    state,
    cancelReason: date.cancelReason ?? "",
    repeats: date.isRecurring,
    typeLine: [date.category, date.cardSet].filter(Boolean).join(" · "),
    format: date.format,
    badge: badgeParts(date.startTime, timeZone),
    when: whenParts(date.startTime, date.endTime, timeZone),
    day: formatLongDay(date.startTime, timeZone),
    price: formatPrice(date.price),
    taxed: formatTaxed(date.price, shop),
    seats: `${taken}/${capacity}`,
    seatsTaken: `${taken} of ${capacity} seats taken`,
    fewLeft: state === "open" && date.countInStock <= FEW ? `Only ${counted(date.countInStock, "seat")} left` : "",
    next: state === "open" ? null : nextOf(date, timeZone),
    startTime: date.startTime,
    timeZone,
  }
}

function nextOf({ nextOpenStartTime: next }: DateFacts, timeZone: string): EventTile["next"] {
  return next ? { day: formatDay(next, timeZone), longDay: formatLongDay(next, timeZone) } : null
}

export function stateOf(date: Pick<DateFacts, "startTime" | "countInStock" | "cancelReason">, now: number): DateState {
  if (new Date(date.startTime).getTime() <= now) return "past"
  if (date.cancelReason) return "canceled"
  return date.countInStock > 0 ? "open" : "full"
}

/** "$13.80 with tax", or "" if nothing is added */
function formatTaxed(price: number, rules: PricingRules): string {
  const { totalPrice } = priceItems([{ price }], { ...rules, shippingFlat: 0 })
  return totalPrice === price ? "" : `${formatMoney(totalPrice)} with tax`
}

/** "$12.00", or "Free" */
export function formatPrice(price: number): string {
  return price === 0 ? "Free" : formatMoney(price)
}

const FRAMES = ["green", "berry", "blue", "rust", "slate"] as const

export type Frame = (typeof FRAMES)[number]

/** Returns one of the five tested frame colors, always the same one for a category. */
export function categoryFrame(category: string): Frame {
  let hash = 0
  for (const letter of category.trim().toLowerCase()) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0
  return FRAMES[hash % FRAMES.length]!
}

export interface EventTexts {
  frame: Frame
  badge: { month: string; day: string }
  /** "Fri, Dec 4 · 7:00–10:00 PM PST" */
  when: { day: string; hours: string }
  /** "18/24 seats taken" */
  seatsTaken: string
  /** "75%" */
  share: string
  /** "6 seats left" */
  seatsLeft: string
  price: string
  /** "$13.80 with tax", or "" without tax */
  taxed: string
  available: string
}

interface Seats {
  /** The date that the page shows. */
  date: { startTime: string; endTime: string }
  capacity: number
  taken: number
  left: number
}

export function eventTexts(
  product: ProductDetail,
  { date, capacity, taken, left }: Seats,
  shop: ShopRules,
): EventTexts {
  const { timeZone } = shop
  const { startTime, endTime } = date
  return {
    frame: categoryFrame(product.category),
    badge: badgeParts(startTime, timeZone),
    when: whenParts(startTime, endTime, timeZone),
    seatsTaken: `${taken}/${capacity} seats taken`,
    share: `${capacity > 0 ? Math.min(100, Math.round((taken / capacity) * 100)) : 100}%`,
    seatsLeft: left > 0 ? `${counted(left, "seat")} left` : "Sold out",
    price: formatPrice(product.price),
    taxed: formatTaxed(product.price, shop),
    available: left > 0 ? "Yes!" : "Sold Out!",
  }
}

interface DateChoice {
  startTime: string
  /** "Fri, Dec 4 · 7:00 PM", with " (sold out)" if it is full */
  text: string
}

/** The dates to choose from, grouped by month at the venue. */
export function dateChoices(
  dates: readonly Occurrence[],
  timeZone: string,
): { heading: string; dates: DateChoice[] }[] {
  return groupByMonth(dates, timeZone).map((month) => ({
    heading: month.heading,
    dates: month.dates.map(({ startTime, countInStock }) => {
      const mark = countInStock === 0 ? " (sold out)" : ""
      return { startTime, text: formatDateOption(startTime, timeZone) + mark }
    }),
  }))
}

/** "2 × $12.00 = $24.00", or "2 seats = $12.00" if the price is per booking */
export function formatSubtotal(seats: number, price: number, sum: number, pricePer: "seat" | "booking"): string {
  const times = pricePer === "seat" ? `${seats} × ${formatMoney(price)}` : counted(seats, "seat")
  return `${times} = ${formatMoney(sum)}`
}

/** "$27.60 with tax" */
export function formatWithTax(sum: number): string {
  return `${formatMoney(sum)} with tax`
}
