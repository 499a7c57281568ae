const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** 24 → "$24.00" */
export function formatMoney(amount: number): string {
  return usd.format(amount)
}

/** "$12.00", or "Free": nobody reads a line of zeros. */
export function formatPrice(amount: number): string {
  return amount === 0 ? "Free" : formatMoney(amount)
}

/** "$12.00", or "12.00 EUR" if PayPal captured another currency; "" without an amount */
export function formatSum({ amount, currency }: { amount: number | null; currency: string }): string {
  if (amount === null) return ""
  return currency === "USD" || currency === "" ? formatMoney(amount) : `${amount.toFixed(2)} ${currency}`
}

/** A rate of sales tax: 0.15 → "15 %" */
export const formatRate = (rate: number) => `${Number((100 * rate).toFixed(5))} %`

/** Dollars to whole cents. All sums are calculated in cents, which are exact. */
export function toCents(amount: number): number {
  return Math.round(amount * 100)
}

export function fromCents(cents: number): number {
  return cents / 100
}
