import { ApiError, messageOf } from "~/api/client"
import type { Quote, Shortage } from "~/api/types"

/** Why the order isn't paid, with the data for a solution that the screen can offer. */
export type Refusal =
  | { kind: "message"; message: string; look: "info" | "error" }
  /** `was`: the total that the buyer saw, in dollars */
  | { kind: "price"; quote: Quote; was: number }
  | { kind: "short"; message: string; short: Shortage[] }
  | { kind: "date"; message: string; product: string | null; bookingDate: string | null }
  /** Approved at PayPal, but the shop couldn't reach PayPal. The approval can be used again. */
  | { kind: "unanswered"; message: string; approved: string }

export function refusalText(message: string, look: "info" | "error" = "error"): Refusal {
  return { kind: "message", message, look }
}

/** Converts an error of the server. `seenTotal` is the total that the buyer saw. */
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

/** Whether the result of the request is unknown: there was no response, or it came from a gateway. */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return typeof error.kind !== "number" || (error.kind >= 500 && error.code !== "payment_unavailable")
}
