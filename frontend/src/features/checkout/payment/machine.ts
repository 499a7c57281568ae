/** The phases of a payment and the ways between them. What happens in each phase is in usePayment. */
import type { Order } from "~/api/types"
import type { Refusal } from "./refusal"

/** How the order is paid: at PayPal, as a Test Order, or not at all because it costs nothing. */
export type Means = "paypal" | "test" | "free"

export type PaymentState =
  | { phase: "idle" }
  /** The order is being placed: `order` is the answer that is awaited. */
  | { phase: "placing"; means: Means; order: Promise<Order> }
  /** PayPal's window or card form waits for the buyer. */
  | { phase: "atPayPal"; order: Promise<Order> }
  /** The buyer left PayPal without a result: the server is asked for the order. `elsewhere`: another tab ended it. */
  | { phase: "cancelling"; elsewhere: boolean }
  /** The payment was sent to the shop. */
  | { phase: "capturing" }
  /** The order is decided. Nothing follows: this phase lasts until the order's page is on screen. */
  | { phase: "done"; elsewhere: boolean }
  | { phase: "refused"; refusal: Refusal }

export type PaymentEvent =
  | { type: "place"; means: Means; order: Promise<Order> }
  | { type: "open" }
  | { type: "cancel"; elsewhere: boolean }
  | { type: "capture" }
  | { type: "finish" }
  | { type: "refuse"; refusal: Refusal }
  /** PayPal reports a failure. It also repeats failures that it got from us; those are refused already. */
  | { type: "fail"; refusal: Refusal }
  | { type: "reset" }

/** The next state; the same one where the event is not possible in this phase. */
export function reduce(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case "place":
      return isReady(state) ? { phase: "placing", means: event.means, order: event.order } : state
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

/** The buttons can be pressed. */
export function isReady({ phase }: PaymentState): boolean {
  return phase === "idle" || phase === "refused"
}

/** The buyer is at PayPal, or on the way there. */
export function isWithPayPal(state: PaymentState): boolean {
  return state.phase === "atPayPal" || (state.phase === "placing" && state.means === "paypal")
}

/** The order of the attempt that is under way. */
export function orderOf(state: PaymentState): Promise<Order> | null {
  return "order" in state ? state.order : null
}

/** Another tab ended this payment. */
export function isStoppedElsewhere(state: PaymentState): boolean {
  return "elsewhere" in state && state.elsewhere
}

const isPaying = ({ phase }: PaymentState) => phase === "placing" || phase === "atPayPal"

const isBusy = (state: PaymentState) => !isReady(state) && state.phase !== "done"
