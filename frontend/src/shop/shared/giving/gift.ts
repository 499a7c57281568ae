import { orderBounds } from "~/common/api/bounds.gen"
import { AMOUNT_EXAMPLE, parseAmount } from "~/common/lib/amount"
import { formatMoney, fromCents, toCents } from "~/common/lib/money"

const { maximum } = orderBounds.giftPrice

/** Dollars of a gift, from `least` to what the API takes; null for other texts. */
export function parseGift(text: string, least = 0.01): number | null {
  return parseAmount(text, { minimum: least, maximum })
}

/** What to say about a text that is no gift. */
export function giftProblem(text: string): string {
  return parseAmount(text) === null ? AMOUNT_EXAMPLE : `Enter a gift up to ${formatMoney(maximum)}.`
}

/** What is missing to the next whole dollar; a dollar if nothing is. */
export function roundUpOf(total: number): number {
  return fromCents(100 - (toCents(total) % 100))
}
