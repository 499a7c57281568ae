/** The texts of an event's page. */
import type { Occurrence, ProductDetail } from "~/api/types"
import { categoryFrame, type Frame } from "~/shared/card/frameColor"
import { counted } from "~/lib/counted"
import { badgeParts, formatDateOption, groupByMonth, whenParts, zoneName } from "~/lib/time/dates"
import { formatPrice, formatTaxed, type ShopRules } from "~/shared/card/tile"
import { formatMoney } from "~/lib/money"

export interface EventTexts {
  frame: Frame
  badge: { month: string; day: string }
  /** "Fri, Dec 4 · 7:00–10:00 PM PST" */
  when: { day: string; hours: string }
  /** "18/24 seats taken" */
  seatsTaken: string
  /** "75%" */
  share: string
  /** "Magic · Foundations · Draft" */
  typeLine: string
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
    typeLine: [product.category, product.cardSet, product.format].filter(Boolean).join(" · "),
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

/** "Times are the venue's (PST)." */
export function zoneHint(startTime: string, timeZone: string): string {
  return `Times are the venue's (${zoneName(startTime, timeZone)}).`
}

/** The hint on a full date: "Next one on Fri, Dec 11 · 7:00 PM." */
export function nextDateHint({ startTime }: Occurrence, timeZone: string): string {
  return `Next one on ${formatDateOption(startTime, timeZone)}.`
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
