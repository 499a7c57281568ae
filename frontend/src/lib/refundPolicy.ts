import { counted } from "~/lib/text"
import { formatMoney } from "~/lib/money"

export interface RefundPolicy {
  refund: "full" | "minus_fee" | "none"
  /** Refunds are possible until this many hours before the start. */
  untilHours: number
  /** Dollars, only with minus_fee */
  feePerSeat: number
}

const HOUR_MS = 3_600_000
const NO_REFUNDS = "No refunds for this date."

/**
 * What buyers of a date get back if they can't make it, as a sentence: "Full refund until 24 hours before the start."
 * `now` in milliseconds. Returns "" for a free event.
 */
export function formatRefundPolicy(
  policy: RefundPolicy,
  { price, startTime, now }: { price: number; startTime: string; now: number },
): string {
  const { refund, untilHours } = policy
  if (price === 0) return ""
  if (refund === "none") return NO_REFUNDS
  if (Date.parse(startTime) - untilHours * HOUR_MS <= now) {
    return `Refunds for this date ended ${untilHours === 0 ? "at " : ""}${formatEnd(untilHours)}.`
  }
  return `${formatTerms(policy)}.`
}

/** "Full refund until 24 hours before the start", of a policy with refunds. */
export function formatTerms({ refund, untilHours, feePerSeat }: RefundPolicy): string {
  const isFull = refund === "full" || feePerSeat === 0
  const what = isFull ? "Full refund" : `Refund minus ${formatMoney(feePerSeat)} a seat`
  return `${what} until ${formatEnd(untilHours)}`
}

const formatEnd = (hours: number) => (hours === 0 ? "the start" : `${formatHours(hours)} before the start`)

/** "24 hours", and whole days if there are more than three. */
function formatHours(hours: number): string {
  return hours > 72 && hours % 24 === 0 ? counted(hours / 24, "day") : counted(hours, "hour")
}
