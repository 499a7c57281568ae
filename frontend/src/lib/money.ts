const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** 24 → "$24.00" */
export function formatMoney(amount: number): string {
  return usd.format(amount)
}

/** "$12.00", or "12.00 EUR" where PayPal took another currency; nothing where no money is involved */
export function formatSum({ amount, currency }: { amount: number | null; currency: string }): string {
  if (amount === null) return ""
  return currency === "USD" || currency === "" ? formatMoney(amount) : `${amount.toFixed(2)} ${currency}`
}

/** Dollars to whole cents. Every sum is done in cents, so that no binary fraction shows. */
export function toCents(amount: number): number {
  return Math.round(amount * 100)
}

export function fromCents(cents: number): number {
  return cents / 100
}
