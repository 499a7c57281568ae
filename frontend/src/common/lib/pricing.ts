/**
 * Calculates the price of a cart as the server does, to show it before the order is placed. The server's result is what
 * is charged. The tests of both implementations share their cases (tests/pricing_cases.json).
 */
import { fromCents, toCents } from "~/common/lib/money"

export interface PricingRules {
  /** 0.15 for 15 percent: of items without a rate of their own. */
  taxRate: number
  /** Dollars; 0 if nothing is shipped. */
  shippingFlat: number
  /** Shipping is free if the items cost more than this, in dollars; null: never free. */
  shippingFreeOver: number | null
  pricePer: "seat" | "booking"
}

export interface PricedItem {
  price: number
  taxRate?: number | undefined
  bookings?: readonly { reservationSeats: { qty: number } }[] | undefined
}

export interface Totals {
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
}

export function priceItems(items: readonly PricedItem[], rules: PricingRules): Totals {
  const itemsCents = items.reduce((sum, item) => sum + itemCents(item, rules), 0)
  const taxCents = taxFor(items, rules)
  const shippingCents = shippingFor(items, itemsCents, rules)
  return {
    itemsPrice: fromCents(itemsCents),
    shippingPrice: fromCents(shippingCents),
    taxPrice: fromCents(taxCents),
    totalPrice: fromCents(itemsCents + taxCents + shippingCents),
  }
}

/** The price of one item in dollars: of all its bookings, or its price once if it has none. */
export function priceItem(item: PricedItem, rules: Pick<PricingRules, "pricePer">): number {
  return fromCents(itemCents(item, rules))
}

function itemCents(item: PricedItem, rules: Pick<PricingRules, "pricePer">): number {
  const bookings = item.bookings ?? []
  if (bookings.length === 0) return toCents(item.price)
  if (rules.pricePer === "booking") return toCents(item.price) * bookings.length
  return toCents(item.price) * bookings.reduce((seats, booking) => seats + booking.reservationSeats.qty, 0)
}

/** Returns the tax: at each rate that of its items together, rounded once, so that rounding errors don't add up. */
function taxFor(items: readonly PricedItem[], rules: PricingRules): number {
  const centsByRate = new Map<number, number>()
  for (const item of items) {
    const rate = item.taxRate ?? rules.taxRate
    centsByRate.set(rate, (centsByRate.get(rate) ?? 0) + itemCents(item, rules))
  }
  return [...centsByRate].reduce((sum, [rate, cents]) => sum + shareOfCents(cents, rate), 0)
}

function shippingFor(items: readonly PricedItem[], itemsCents: number, rules: PricingRules): number {
  if (items.length === 0) return 0
  const free = rules.shippingFreeOver !== null && itemsCents > toCents(rules.shippingFreeOver)
  return free ? 0 : toCents(rules.shippingFlat)
}

/** Returns the amount times the rate, rounded half up. Uses integers, because floating-point numbers are not exact. */
function shareOfCents(cents: number, rate: number): number {
  const [whole = "0", fraction = ""] = plainDecimal(rate).split(".")
  const scale = 10n ** BigInt(fraction.length)
  const numerator = BigInt(whole + fraction)
  return Number((BigInt(cents) * numerator * 2n + scale) / (scale * 2n))
}

function plainDecimal(rate: number): string {
  return rate.toFixed(12).replace(/\.?0+$/, "")
}
