/**
 * Amounts of money that people type. tests/money_cases.json has the cases, also those of the API, which takes only numbers
 * and plain texts (`parse_dollars` in charityshop/money.py).
 */

/** The error of a field whose text is no amount. */
export const AMOUNT_EXAMPLE = "Enter an amount like 12.50."

/** The limits of an amount, as in bounds.gen.ts. */
interface Limits {
  /** 0 if there is no other limit, so that only fields that say so take negative amounts. */
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  exclusiveMaximum?: number
}

/**
 * Keypads of phones set to some regions have only a comma, so a comma before one or two digits is a decimal point. Before
 * groups of three digits it separates thousands.
 */
const AMOUNT = /^([-−]?)\s*\$?\s*(?:(\d{1,12})[.,](\d\d?)|(\d{1,12}|[1-9]\d{0,2}(?:,\d{3}){1,3})(\.\d\d?)?)$/

/** Dollars from "12.5", "12,50" or "$1,200.50"; null for texts that could mean something else, and beyond the limits. */
export function parseAmount(text: string, limits: Limits = {}): number | null {
  const found = AMOUNT.exec(text.trim())
  if (!found) return null
  const [, sign, whole, cents, grouped = "", rest = ""] = found
  const dollars = Number(whole ? `${whole}.${cents}` : grouped.replaceAll(",", "") + rest)
  const amount = sign ? 0 - dollars : dollars
  const { exclusiveMinimum = -Infinity, maximum = Infinity, exclusiveMaximum = Infinity } = limits
  const { minimum = "exclusiveMinimum" in limits ? -Infinity : 0 } = limits
  const isWithin = amount >= minimum && amount > exclusiveMinimum && amount <= maximum && amount < exclusiveMaximum
  return isWithin ? amount : null
}
