import { counted } from "~/common/lib/text"
import { formatMoney } from "~/common/lib/money"
import { formatDeadline, formatTime } from "~/common/lib/time/dates"

export interface RefundPolicy {
  refund: "full" | "minus_fee" | "none"
  /** Refunds are possible until this many hours before the start. */
  untilHours: number
  /** Dollars, only with minus_fee */
  feePerSeat: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NO_REFUNDS = "No refunds for this date."

/**
 * What buyers of a date get back if they can't make it, as a sentence: "Full refund until Mon, Nov 30, 7:00 PM PST."
 * `now` in milliseconds. Returns "" for a free event.
 */
export function formatRefundPolicy(
  policy: RefundPolicy,
  { price, startTime, now }: { price: number; startTime: string; now: number },
): string {
  if (price === 0) return ""
  if (policy.refund === "none") return NO_REFUNDS
  const deadline = refundDeadline(policy, startTime)
  const end = formatDeadline(new Date(deadline).toISOString())
  return deadline <= now ? `Refunds ended on ${end}.` : `${formatRefund(policy)} until ${end}.`
}

/**
 * When refunds of a date end, in milliseconds: on a full hour at the shop, but not after the start. The server rounds the
 * same way (bookings/deadlines.py).
 */
export function refundDeadline({ untilHours }: Pick<RefundPolicy, "untilHours">, startTime: string) {
  const start = Date.parse(startTime)
  const exact = start - untilHours * HOUR_MS
  const minutes = Number(formatTime(new Date(exact).toISOString()).split(/[: ]/)[1])
  return Math.min(start, minutes ? exact + (60 - minutes) * MINUTE_MS : exact)
}

/** "Full refund until 24 hours before the start", of a policy with refunds, for any date. */
export function formatTerms(policy: RefundPolicy): string {
  return `${formatRefund(policy)} until ${formatEnd(policy.untilHours)}`
}

function formatRefund({ refund, feePerSeat }: RefundPolicy): string {
  const isFull = refund === "full" || feePerSeat === 0
  return isFull ? "Full refund" : `Refund minus ${formatMoney(feePerSeat)} a seat`
}

const formatEnd = (hours: number) => (hours === 0 ? "the start" : `${formatHours(hours)} before the start`)

/** "24 hours", and whole days if there are more than three. */
function formatHours(hours: number): string {
  return hours > 72 && hours % 24 === 0 ? counted(hours / 24, "day") : counted(hours, "hour")
}
