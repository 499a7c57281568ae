import * as v from "valibot"
import type { RefundRequest } from "~/api/queries/staff/orders"
import type { Order } from "~/api/types"
import { reasonField } from "~/features/admin/orders/review/reason"

export interface OpenLine {
  /** The booking's id. */
  id: string
  name: string
  date: string
  seats: number
}

/** The dates with seats that are not refunded, and for which no refund is pending. */
export function openLines({ orderItems, refunds }: Order): OpenLine[] {
  const pending = refunds.filter(({ status }) => status === "requested" || status === "pending")
  const returning = (booking: string) =>
    pending.flatMap(({ parts }) => parts).reduce((sum, part) => sum + (part.booking === booking ? part.seats : 0), 0)
  const all = orderItems.flatMap(({ name, bookings }) => bookings.map((booking) => ({ name, booking })))
  return all
    .filter(({ booking }) => booking.status === "confirmed")
    .map(({ name, booking }) => ({
      id: booking._id,
      name,
      date: booking.bookingDate,
      seats: booking.reservationSeats.qty - returning(booking._id),
    }))
    .filter(({ seats }) => seats > 0)
}

const fields = v.object({
  what: v.pipe(v.string(), v.nonEmpty("Choose what to refund.")),
  lines: v.array(v.string()),
  amount: v.string(),
  reason: reasonField,
})

export type RefundTyped = v.InferOutput<typeof fields>

/** "12", "12.5", "$12.50" → dollars; NaN for any other text */
export function dollars(typed: string): number {
  const amount = /^\s*\$?\s*(\d{1,7}(?:\.\d{1,2})?)\s*$/.exec(typed)?.[1]
  return Number(amount) > 0 ? Number(amount) : Number.NaN
}

export const refundSchema = v.pipe(
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

export function refundRequest({ what, lines, amount, reason }: RefundTyped): RefundRequest {
  if (what === "lines") return { reason, lines }
  if (what === "amount") return { reason, amount: dollars(amount) }
  return { reason }
}
