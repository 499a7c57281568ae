/** The state machine of a payment. The side effects are in usePayment. */
import { ApiError } from "~/common/api/client"
import type { ChangedPrice, Order, Shortage } from "~/common/api/types"
import { messageOf } from "~/common/lib/text"

/** How the order is paid: at PayPal, as a Test Order, or not at all because it costs nothing. */
export type Method = "paypal" | "test" | "free"

export type PaymentState =
  | { phase: "idle" }
  /** The order is being placed. */
  | { phase: "placing"; method: Method; order: Promise<Order> }
  /** PayPal's window or card form is open. */
  | { phase: "atPayPal"; order: Promise<Order> }
  /** The payment was canceled and the order's status is being checked. `elsewhere`: another tab ended the payment. */
  | { phase: "cancelling"; elsewhere: boolean }
  /** The shop is capturing the payment. */
  | { phase: "capturing" }
  /** The payment is finished. Lasts until the order page is on screen. */
  | { phase: "done"; elsewhere: boolean }
  | { phase: "refused"; refusal: Refusal }

export type PaymentEvent =
  | { type: "place"; method: Method; order: Promise<Order> }
  | { type: "open" }
  | { type: "cancel"; elsewhere: boolean }
  | { type: "capture" }
  | { type: "finish" }
  | { type: "refuse"; refusal: Refusal }
  /** PayPal reports an error. Errors that it got from this page are in `refused` already. */
  | { type: "fail"; refusal: Refusal }
  | { type: "reset" }

/** Returns the next state, or the same state if the event is not allowed in it. */
export function reduce(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case "place":
      return isReady(state) ? { phase: "placing", method: event.method, order: event.order } : state
    case "open":
      return state.phase === "placing" ? { phase: "atPayPal", order: state.order } : state
    case "cancel":
      return isWithPayPal(state) ? { phase: "cancelling", elsewhere: event.elsewhere } : state
    case "capture":
      return isReady(state) || isPaying(state) ? { phase: "capturing" } : state
    case "finish":
      return isBusy(state) ? { phase: "done", elsewhere: isStoppedElsewhere(state) } : state
    case "refuse":
      return isBusy(state) ? { phase: "refused", refusal: event.refusal } : state
    case "fail":
      return isWithPayPal(state) ? { phase: "refused", refusal: event.refusal } : state
    case "reset":
      return state.phase === "done" ? state : { phase: "idle" }
  }
}

/** Whether the payment buttons can be pressed. */
export function isReady({ phase }: PaymentState): boolean {
  return phase === "idle" || phase === "refused"
}

/** Whether the buyer is at PayPal or about to be. */
export function isWithPayPal(state: PaymentState): boolean {
  return state.phase === "atPayPal" || (state.phase === "placing" && state.method === "paypal")
}

/** The order of the current attempt. */
export function orderOf(state: PaymentState): Promise<Order> | null {
  return "order" in state ? state.order : null
}

/** Whether another tab ended this payment. */
export function isStoppedElsewhere(state: PaymentState): boolean {
  return "elsewhere" in state && state.elsewhere
}

const isPaying = ({ phase }: PaymentState) => phase === "placing" || phase === "atPayPal"

const isBusy = (state: PaymentState) => !isReady(state) && state.phase !== "done"

/** Why the order isn't paid, with the data for a solution that the screen can offer. */
export type Refusal =
  | { kind: "message"; message: string; look: "info" | "error" }
  /** `was`: the total that the buyer saw, in dollars */
  | { kind: "price"; quote: ChangedPrice; was: number }
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
