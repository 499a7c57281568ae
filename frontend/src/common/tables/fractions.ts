/** Exact fractions: with rounded numbers, two phones could disagree about who is tied. */

export interface Fraction {
  readonly top: bigint
  /** Above zero. */
  readonly bottom: bigint
}

export const fraction = (top: number, bottom = 1): Fraction => ({ top: BigInt(top), bottom: BigInt(bottom) })

/** Returns a number below, at or above zero, as for sorting. */
export function compareFractions(one: Fraction, other: Fraction): number {
  const difference = one.top * other.bottom - other.top * one.bottom
  return difference === 0n ? 0 : difference > 0n ? 1 : -1
}

export const maxFraction = (one: Fraction, other: Fraction): Fraction =>
  compareFractions(one, other) < 0 ? other : one

/** Returns the mean of at least one fraction. */
export function meanOf(fractions: readonly Fraction[]): Fraction {
  const sum = fractions.reduce((one, other) => ({
    top: one.top * other.bottom + other.top * one.bottom,
    bottom: one.bottom * other.bottom,
  }))
  return { top: sum.top, bottom: sum.bottom * BigInt(fractions.length) }
}

/** Formats a fraction between 0 and 1 with four digits, cut and not rounded: "0.5925" for 16/27. */
export function formatFraction({ top, bottom }: Fraction): string {
  const digits = String((top * 10_000n) / bottom).padStart(5, "0")
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}
