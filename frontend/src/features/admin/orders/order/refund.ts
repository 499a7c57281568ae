/** What staff type for a refund. */
import * as v from "valibot"
import type { RefundedSeats, RefundRequest } from "~/api/queries/staff/orders"
import { reasonField } from "~/features/admin/orders/review/reason"
import type { SoldBooking } from "./bookings"

const fields = v.object({
  what: v.pipe(v.string(), v.nonEmpty("Choose what to refund.")),
  /** The ids of bookings. */
  lines: v.array(v.string()),
  amount: v.string(),
  /** How the money was returned, if it was without PayPal. */
  note: v.pipe(v.string(), v.trim(), v.maxLength(500, "Use at most 500 characters.")),
  reason: reasonField,
})

export type RefundTyped = v.InferOutput<typeof fields>

/** "12", "12.5", "$12.50" → dollars; NaN for any other text */
export function dollars(typed: string): number {
  const amount = /^\s*\$?\s*(\d{1,7}(?:\.\d{1,2})?)\s*$/.exec(typed)?.[1]
  return Number(amount) > 0 ? Number(amount) : Number.NaN
}

const checked = v.pipe(
  fields,
  v.forward(
    v.check(({ what, lines }) => what !== "lines" || lines.length > 0, "Choose at least one date."),
    ["lines"],
  ),
  v.forward(
    v.check(({ what, amount }) => what !== "amount" || !Number.isNaN(dollars(amount)), "Enter an amount like 12.50."),
    ["amount"],
  ),
)

/** With `byHand`, staff have to say how they returned the money. */
export const refundSchema = (byHand: boolean) =>
  v.pipe(
    checked,
    v.forward(
      v.check(({ note }) => !byHand || note !== "", "Enter how you returned the money."),
      ["note"],
    ),
  )

/** The seats of the chosen bookings: all of them, unless staff chose a number. Null without a choice of bookings. */
export function chosenSeats(
  { what, lines }: Pick<RefundTyped, "what" | "lines">,
  bookings: readonly SoldBooking[],
  counts: RefundedSeats,
): RefundedSeats | null {
  if (what !== "lines") return null
  const chosen = bookings.filter(({ id }) => lines.includes(id))
  return Object.fromEntries(chosen.map(({ id, seats }) => [id, Math.min(counts[id] ?? seats, seats)]))
}

/** `sum` is the amount that staff were shown for the seats: exactly that is refunded. */
export function refundRequest(
  { what, amount, note, reason }: RefundTyped,
  { seats, sum, byHand }: { seats: RefundedSeats | null; sum: number; byHand: boolean },
): RefundRequest {
  const outside = byHand ? { outside: true as const, note } : {}
  if (what === "amount") return { reason, amount: dollars(amount), ...outside }
  if (what === "gift") return { reason, gift: true, ...outside }
  if (!seats) return { reason, ...outside }
  return { reason, seats, ...(sum > 0 ? { amount: sum } : {}), ...outside }
}
