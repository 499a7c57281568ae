import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState, useSyncExternalStore } from "react"
import { ApiError, messageOf } from "~/api/client"
import { payOrderMutation, startPayPalMutation } from "~/api/queries/checkout"
import { invalidate } from "~/api/queryClient"
import type { Order } from "~/api/types"
import { makeStore } from "~/lib/store"
import { cart } from "~/state/cart"
import { checkout } from "~/state/checkout"
import { notify } from "~/ui/overlays/notify"
import { isReady, orderOf, reduce, type Means, type PaymentEvent, type PaymentState } from "./machine"
import { isPayable, useAskOrder, type Payable } from "./placing"
import { isUnclear, refusalOf, refusalText, type Refusal } from "./refusal"
import { useArrival } from "./useArrival"

export interface Payment {
  state: PaymentState
  dismiss: () => void
  /** Places the order and answers PayPal's id for it. Called inside the press, so that PayPal's window may open. */
  createPayPalOrder: () => Promise<string>
  /** The buyer approved the payment at PayPal, now or before this page was opened. */
  approved: (paypalOrderId: string) => Promise<void>
  cancelled: () => Promise<void>
  /** Another tab paid for this cart, or emptied it: nothing more is to be paid here. */
  stoppedElsewhere: () => Promise<void>
  failed: (error: unknown) => void
  placeTestOrder: () => Promise<void>
  placeFreeOrder: () => Promise<void>
}

type Proof = { id: string } | { test: true }

const CANCELLED = "You cancelled the payment. Nothing was charged."

/** The way from the press of a payment button to the order's page. */
export function usePayment({ place, giveUp }: Payable): Payment {
  const { state, read, send } = useMachine()
  const { mutateAsync: startPayPal } = useMutation(startPayPalMutation)
  const { mutateAsync: pay } = useMutation(payOrderMutation)
  const client = useQueryClient()
  const askOrder = useAskOrder()
  const showOrder = useArrival()

  const refuse = (refusal: Refusal) => send({ type: "refuse", refusal })

  const refuseWithToast = (message: string) => {
    if (refuse(refusalText(message))) notify.error(message)
  }

  /** Logs the failure and shows it: a plain message in a toast, a choice beside the buttons. A 401 leads to sign-in. */
  const refuseError = (error: unknown) => {
    console.error("The order was not placed or not paid.", error)
    if (error instanceof ApiError && error.status === 401) return void send({ type: "reset" })
    const refusal = refusalOf(error, cart.get().totalPrice)
    if (!refuse(refusal)) return
    if (refusal.kind === "short" || refusal.kind === "date") invalidate(client, ["Product"]) // the lines say so, too
    if (refusal.kind === "message") notify.error(refusal.message)
  }

  /** The order is decided: shows its page, once. */
  const arrive = async (order: Order) => {
    if (send({ type: "finish" })) await showOrder(order)
  }

  const begin = (means: Means) => {
    if (!isReady(read())) return null
    const order = place()
    send({ type: "place", means, order })
    return order
  }

  const createPayPalOrder = async () => {
    const mine = begin("paypal")
    const isCurrent = () => orderOf(read()) === mine
    try {
      const order = await mine
      if (order && !isPayable(order)) await arrive(order)
      else if (order) {
        const { id } = await startPayPal(order._id)
        if (isCurrent() && send({ type: "open" })) {
          void updateHold(order)
          return id
        }
      }
    } catch (error) {
      if (isCurrent()) refuseError(error)
    }
    throw new AlreadyShown() // PayPal closes its window
  }

  /** Asking PayPal lengthens the hold, once; a declined payment is followed by a new one. The screen shows its end. */
  const updateHold = (order: Order) =>
    askOrder(order._id).then(
      (now) => {
        if (checkout.get()?.order?._id === now._id) checkout.keepOrder(now)
      },
      () => {},
    )

  const capture = async (proof: Proof) => {
    const placed = orderOf(read())
    if (!send({ type: "capture" })) return
    let order: Order
    try {
      order = await (placed ?? place())
    } catch (error) {
      return refuseError(error)
    }
    if (!isPayable(order)) return arrive(order)
    if ("id" in proof) checkout.approve(order._id, proof.id)
    try {
      const answer = await payPatiently(pay, order._id, proof)
      if (!isPayable(answer)) return await arrive(answer)
      checkout.approve(order._id, null)
      refuseWithToast("PayPal did not accept the payment. Nothing was charged.")
    } catch (error) {
      await afterFailedPay(order, proof, error)
    }
  }

  const afterFailedPay = async (order: Order, proof: Proof, error: unknown) => {
    if (isUnclear(error)) {
      console.error("It is not known yet how this payment ended.", error)
      const now = await askOrder(order._id).catch(() => null)
      return arrive(now && !isPayable(now) ? now : order)
    }
    const canTryAgain = error instanceof ApiError && error.code === "payment_unavailable" && "id" in proof
    if (canTryAgain) return void refuse({ kind: "unanswered", message: messageOf(error), approved: proof.id })
    const signedOut = error instanceof ApiError && error.status === 401
    if (!signedOut) checkout.approve(order._id, null) // whoever signs in again finds what was approved
    refuseError(error)
    void updateHold(order)
  }

  /** A closed window proves nothing: the server is asked before the seats are released. */
  const stop = async (elsewhere: boolean) => {
    const placed = orderOf(read())
    if (!send({ type: "cancel", elsewhere })) return
    const order = await placed?.catch(() => null)
    try {
      if (order && (await leaveIfDecided(order))) return
      refuse(refusalText(order ? await giveUp(order) : CANCELLED, "info"))
    } catch (error) {
      console.error("The cancelled order's seats were not released; the next press does it.", error)
      const isNotHeld = error instanceof ApiError && error.code === "not_held" // it was decided a moment ago
      if (order && isNotHeld && (await leaveIfDecided(order).catch(() => false))) return
      refuse(refusalText(CANCELLED, "info"))
    }
  }

  const leaveIfDecided = async ({ _id }: Order): Promise<boolean> => {
    const now = await askOrder(_id)
    if (isPayable(now)) return false
    await arrive(now)
    return true
  }

  const failed = (error: unknown) => {
    if (!send({ type: "fail", refusal: refusalText(messageOf(error)) })) return
    console.error("PayPal reported an error.", error)
    notify.error(messageOf(error))
  }

  const placeWithoutPayPal = async (means: "test" | "free") => {
    try {
      const order = await begin(means)
      if (!order) return
      if (means === "test") await capture({ test: true })
      else if (!isPayable(order)) await arrive(order)
      else refuseWithToast("This order is no longer free. Choose how to pay.")
    } catch (error) {
      refuseError(error)
    }
  }

  return {
    state,
    dismiss: () => void send({ type: "reset" }),
    createPayPalOrder,
    approved: (paypalOrderId) => capture({ id: paypalOrderId }),
    cancelled: () => stop(false),
    stoppedElsewhere: () => stop(true),
    failed,
    placeTestOrder: () => placeWithoutPayPal("test"),
    placeFreeOrder: () => placeWithoutPayPal("free"),
  }
}

/** The state changes at once, not with the next render: of two events only the first one counts. */
function useMachine() {
  const [store] = useState(() => makeStore<PaymentState>({ phase: "idle" }))
  const state = useSyncExternalStore(store.subscribe, store.get)
  /** Whether the event was possible in this phase. */
  const send = (event: PaymentEvent): boolean => {
    const before = store.get()
    store.set(reduce(before, event))
    return store.get() !== before
  }
  return { state, read: store.get, send }
}

/** Thrown at PayPal's script where the page shows the reason already. */
class AlreadyShown extends Error {}

/** Repeating is harmless, and a connection that broke once is often there again a moment later. */
async function payPatiently(
  pay: (sent: { orderId: string; payment: Proof }) => Promise<Order>,
  orderId: string,
  payment: Proof,
): Promise<Order> {
  try {
    return await pay({ orderId, payment })
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === "FETCH_ERROR")) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return pay({ orderId, payment })
  }
}
