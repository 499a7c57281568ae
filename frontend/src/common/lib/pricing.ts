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

/** The tax at one of several rates, in dollars. */
export interface TaxAtRate {
  rate: number
  amount: number
}

export interface Totals {
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
  /** What is in `taxPrice`; left out with a single rate. */
  taxes?: TaxAtRate[]
}

export function priceItems(items: readonly PricedItem[], rules: PricingRules): Totals {
  const itemsCents = items.reduce((sum, item) => sum + itemCents(item, rules), 0)
  const taxes = taxesFor(items, rules)
  const taxCents = taxes.reduce((sum, { cents }) => sum + cents, 0)
  const shippingCents = shippingFor(items, itemsCents, rules)
  return {
    itemsPrice: fromCents(itemsCents),
    shippingPrice: fromCents(shippingCents),
    taxPrice: fromCents(taxCents),
    totalPrice: fromCents(itemsCents + taxCents + shippingCents),
    ...(taxes.length > 1 && { taxes: taxes.map(({ rate, cents }) => ({ rate, amount: fromCents(cents) })) }),
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

/** Returns the tax at each rate: that of its items together, rounded once, so that rounding errors don't add up. */
function taxesFor(items: readonly PricedItem[], rules: PricingRules): { rate: number; cents: number }[] {
  const centsByRate = new Map<number, number>()
  for (const item of items) {
    const cents = itemCents(item, rules)
    const rate = item.taxRate ?? rules.taxRate
    if (cents > 0) centsByRate.set(rate, (centsByRate.get(rate) ?? 0) + cents)
  }
  return [...centsByRate].map(([rate, cents]) => ({ rate, cents: shareOfCents(cents, rate) }))
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
