import { ApiError, messageOf } from "~/api/client"
import type { Quote, Shortage } from "~/api/types"

/** Why there is no paid order yet, with what the screen needs to offer a way on. */
export type Refusal =
  | { kind: "message"; message: string; look: "info" | "error" }
  /** `was`: the total that the buyer saw, in dollars */
  | { kind: "price"; quote: Quote; was: number }
  | { kind: "short"; message: string; short: Shortage[] }
  | { kind: "date"; message: string; product: string | null; bookingDate: string | null }
  /** Approved at PayPal, but the shop could not be reached or could not ask PayPal: the same approval still serves. */
  | { kind: "unanswered"; message: string; approved: string }

export function refusalText(message: string, look: "info" | "error" = "error"): Refusal {
  return { kind: "message", message, look }
}

/** What the server's refusal means at the checkout. */
export function refusalOf(error: unknown, seenTotal: number): Refusal {
  const body = error instanceof ApiError ? error.body : null
  const message = messageOf(error)
  if (body?.code === "price_changed" && body.quote) return { kind: "price", quote: body.quote, was: seenTotal }
  if (body?.code === "sold_out" && body.short) return { kind: "short", message, short: body.short }
  if (body?.code === "date_unavailable") {
    return { kind: "date", message, product: body.product ?? null, bookingDate: body.bookingDate ?? null }
  }
  return refusalText(message)
}

/** No answer, or one from in between: nobody here knows what became of the call. */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return typeof error.kind !== "number" || (error.kind >= 500 && error.code !== "payment_unavailable")
}
