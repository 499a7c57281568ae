/** Amounts of cash as volunteers type and read them, in whole cents. */
import { counted } from "~/common/lib/text"
import { parseAmount } from "~/common/lib/amount"
import { fromCents, toCents } from "~/common/lib/money"
import { formatCents, MAX_CENTS, totalOf } from "./cash"

const NOTES = [500, 1000, 2000, 5000, 10_000]
const MAX_QUICK = 4

/** "2 × $13.80", or "2 seats" if that is not what the shop asks for them */
export function factorsText(totals: readonly number[], seats: number): string {
  const price = totalOf(totals, 1)
  return price * seats === totalOf(totals, seats) ? `${seats} × ${formatCents(price)}` : counted(seats, "seat")
}

/** Returns what guests probably give: the exact amount, and the next amounts that are made of one kind of note. */
export function quickAmounts(total: number): number[] {
  if (total === 0) return [0]
  const rounded = NOTES.map((note) => Math.ceil(total / note) * note)
  return [...new Set([total, ...rounded])].sort((one, other) => one - other).slice(0, MAX_QUICK)
}

/** Returns the cents of an amount that a volunteer typed, up to the most that can be entered; null for other texts. */
export function parseCents(text: string): number | null {
  const dollars = parseAmount(text, { maximum: fromCents(MAX_CENTS) })
  return dollars === null ? null : toCents(dollars)
}

/** "The count is exact.", "$3.00 is missing.", "There is $3.00 too much." */
export function differenceText(dollars: number): string {
  const cents = toCents(dollars)
  if (cents === 0) return "The count is exact."
  return cents < 0 ? `${formatCents(-cents)} is missing.` : `There is ${formatCents(cents)} too much.`
}
