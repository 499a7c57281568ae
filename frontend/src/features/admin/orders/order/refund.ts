import { z } from "zod/mini"
import type { RefundAsked } from "~/api/queries/staffOrders"
import type { Order } from "~/api/types"
import { reasonField } from "~/features/admin/orders/review/reason"

export interface OpenLine {
  /** The booking's id. */
  id: string
  name: string
  date: string
  seats: number
}

/** The dates that were not given back yet, nor are on their way. */
export function openLines({ orderItems, refunds }: Order): OpenLine[] {
  const asked = new Set(refunds.flatMap(({ status, bookings }) => (status === "failed" ? [] : bookings)))
  const all = orderItems.flatMap(({ name, bookings }) => bookings.map((booking) => ({ name, booking })))
  return all
    .filter(({ booking }) => booking.status === "confirmed" && !asked.has(booking._id))
    .map(({ name, booking }) => ({
      id: booking._id,
      name,
      date: booking.bookingDate,
      seats: booking.reservationSeats.qty,
    }))
}

const fields = z.object({
  what: z.string().check(z.minLength(1, "Choose what goes back.")),
  lines: z.array(z.string()),
  amount: z.string(),
  reason: reasonField,
})

export type RefundTyped = z.infer<typeof fields>

/** "12", "12.5", "$12.50" → dollars; NaN for anything else, and for nothing at all */
export function dollars(typed: string): number {
  const amount = /^\s*\$?\s*(\d{1,7}(?:\.\d{1,2})?)\s*$/.exec(typed)?.[1]
  return Number(amount) > 0 ? Number(amount) : Number.NaN
}

export const refundSchema = fields.check(
  z.refine(({ what, lines }) => what !== "lines" || lines.length > 0, {
    path: ["lines"],
    error: "Choose at least one date.",
  }),
  z.refine(({ what, amount }) => what !== "amount" || !Number.isNaN(dollars(amount)), {
    path: ["amount"],
    error: "Enter an amount like 12.50.",
  }),
)

export function refundAsked({ what, lines, amount, reason }: RefundTyped): RefundAsked {
  if (what === "lines") return { reason, lines }
  if (what === "amount") return { reason, amount: dollars(amount) }
  return { reason }
}
