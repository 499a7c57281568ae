/** The texts of an event's page. */
import type { Elsewhere, Occurrence, ProductDetail } from "~/common/api/types"
import { formatPrice } from "~/common/lib/money"
import { counted } from "~/common/lib/text"
import { badgeParts, formatDateOption, groupByMonth, whenParts } from "~/common/lib/time/dates"
import type { PricingRules } from "~/common/lib/pricing"
import { venueAt } from "~/shop/shared/venue"
import { addTax, categoryFrame, type Frame, heldText, venueOf } from "~/shop/shared/card/eventTexts"

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
  /** What a seat costs, with tax */
  price: string
  /** Without tax */
  listPrice: string
  available: string
}

interface Seats {
  /** The date that the page shows. */
  date: { startTime: string; endTime: string; elsewhere?: Elsewhere | undefined }
  capacity: number
  taken: number
  left: number
}

/** Returns the texts of an event's page. `held` are the seats of the date that are offered to the user. */
export function eventTexts(
  product: ProductDetail,
  { date, capacity, taken, left }: Seats,
  shop: PricingRules,
  held = 0,
): EventTexts {
  const { startTime, endTime } = date
  const heldOrNone = left === 0 && held > 0 ? heldText(held) : ""
  return {
    frame: categoryFrame(product.category),
    badge: badgeParts(startTime),
    when: whenParts(startTime, endTime),
    seatsTaken: `${taken}/${capacity} seats taken`,
    share: `${capacity > 0 ? Math.min(100, Math.round((taken / capacity) * 100)) : 100}%`,
    seatsLeft: left > 0 ? `${counted(left, "seat")} left` : heldOrNone || "Sold Out!",
    price: formatPrice(addTax({ price: product.price, taxRate: venueAt(product, date).taxRate }, shop)),
    listPrice: formatPrice(product.price),
    available: left > 0 ? "Yes!" : heldOrNone || "Sold Out!",
  }
}

interface DateChoice {
  startTime: string
  /** "Fri, Dec 4 · 7:00 PM", with ", at The Kettle" if it is elsewhere, and " (sold out)" if it is full */
  text: string
}

/** The dates to choose from, grouped by month at the venue. */
export function dateChoices(dates: readonly Occurrence[]): { heading: string; dates: DateChoice[] }[] {
  return groupByMonth(dates).map((month) => ({
    heading: month.heading,
    dates: month.dates.map(({ startTime, countInStock, elsewhere }) => {
      const place = elsewhere ? `, at ${venueOf(elsewhere.eventLocation)}` : ""
      const mark = countInStock === 0 ? " (sold out)" : ""
      return { startTime, text: formatDateOption(startTime) + place + mark }
    }),
  }))
}
