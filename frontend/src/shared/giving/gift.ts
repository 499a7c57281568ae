import { fromCents, toCents } from "~/lib/money"

export const TOO_MUCH = "Enter a gift up to $10,000.00."
const MAX_CENTS = 1_000_000

const THOUSANDS = /,(?=\d{3}(?!\d))/

/**
 * Dollars from "5", "5.25" or "$5.25", from `least` to 10,000; null for other texts. Keypads of phones set to some
 * regions have only a comma, so "5,25" means 5.25.
 */
export function parseGift(text: string, least = 0.01): number | null {
  const plain = text.replace(THOUSANDS, "").replace(",", ".")
  const amount = Number(/^\s*\$?\s*(\d{1,5}(?:\.\d{1,2})?)\s*$/.exec(plain)?.[1] ?? Number.NaN)
  return amount >= least && toCents(amount) <= MAX_CENTS ? amount : null
}

/** What is missing to the next whole dollar; a dollar if nothing is. */
export function roundUpOf(total: number): number {
  return fromCents(100 - (toCents(total) % 100))
}
