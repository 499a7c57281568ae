/** The texts of an event's page. */
import type { Occurrence, ProductDetail } from "~/api/types"
import { counted } from "~/lib/text"
import { formatMoney } from "~/lib/money"
import { badgeParts, formatDateOption, groupByMonth, whenParts } from "~/lib/time/dates"
import { categoryFrame, formatPrice, formatTaxed, type Frame, type ShopRules } from "~/shared/card/tile"

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
  date: Occurrence | undefined
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
  const { startTime, endTime } = date ?? product
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

export interface DateChoice {
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
