import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState, useSyncExternalStore } from "react"
import { useNavigate } from "react-router-dom"
import { ApiError, isRefusal } from "~/common/api/client"
import { payOrderMutation, startPayPalMutation } from "~/shop/queries/checkout"
import { orderQuery } from "~/shop/queries/orders"
import { invalidate } from "~/common/api/queryClient"
import type { Order } from "~/common/api/types"
import { makeStore } from "~/common/lib/store"
import { messageOf } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { BEING_CONFIRMED, checkout, type OrderPageState, removeOrderFromCart, successText } from "~/shop/state/checkout"
import { notify } from "~/common/ui/overlays/notify"
import {
  isReady,
  isUnclear,
  type Method,
  orderOf,
  type PaymentEvent,
  type PaymentState,
  reduce,
  type Refusal,
  refusalOf,
  refusalText,
} from "./machine"
import { isPayable, type Payable, useFetchOrder } from "./placing"

export interface Payment {
  state: PaymentState
  dismiss: () => void
  /** Places the order and returns PayPal's ID for it. Called during the click, so that PayPal's window can open. */
  createPayPalOrder: () => Promise<string>
  /** Captures a payment that the buyer approved at PayPal, now or before this page was opened. */
  approved: (paypalOrderId: string) => Promise<void>
  cancelled: () => Promise<void>
  /** Ends the payment because another tab paid for or emptied the cart. */
  stoppedElsewhere: () => Promise<void>
  failed: (error: unknown) => void
  placeTestOrder: () => Promise<void>
  placeFreeOrder: () => Promise<void>
}

type Proof = { id: string } | { test: true }

const CANCELLED = "You canceled the payment. Nothing was charged."

/** Runs a payment, from the click on a payment button to the order page. */
export function usePayment({ place, total, handleCancel }: Payable): Payment {
  const { state, read, send } = useMachine()
  const { mutateAsync: startPayPal } = useMutation(startPayPalMutation)
  const { mutateAsync: pay } = useMutation(payOrderMutation)
  const client = useQueryClient()
  const fetchOrder = useFetchOrder()
  const showOrder = useShowOrder()

  const refuse = (refusal: Refusal) => send({ type: "refuse", refusal })

  const refuseWithToast = (message: string) => {
    if (refuse(refusalText(message))) notify.error(message)
  }

  /**
   * Logs an error and shows it: a message in a toast, a choice next to the buttons. A 401 redirects to sign-in instead.
   */
  const refuseError = (error: unknown) => {
    console.error("The order was not placed or not paid.", error)
    if (isRefusal(error, 401)) return void send({ type: "reset" })
    const refusal = refusalOf(error, total)
    if (!refuse(refusal)) return
    if (refusal.kind === "short" || refusal.kind === "date") invalidate(client, ["Product"]) // update the lines too
    // The new quote is refused too, and the page offers to remove the code.
    if (error instanceof ApiError && error.code.startsWith("voucher_")) invalidate(client, ["Quote"])
    if (refusal.kind === "message") notify.error(refusal.message)
  }

  /** Ends the payment and opens the order page, once. */
  const finish = async (order: Order) => {
    if (send({ type: "finish" })) await showOrder(order)
  }

  const begin = (method: Method) => {
    if (!isReady(read())) return null
    const order = place()
    send({ type: "place", method, order })
    return order
  }

  const createPayPalOrder = async () => {
    const placing = begin("paypal")
    const isCurrent = () => orderOf(read()) === placing
    try {
      const order = await placing
      if (order && !isPayable(order)) await finish(order)
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
    throw new ErrorAlreadyShown() // makes PayPal close its window
  }

  /** Stores the current end of the hold, which starting a PayPal payment extends. */
  const updateHold = (order: Order) =>
    fetchOrder(order._id).then(
      (now) => {
        if (checkout.get()?.order?._id === now._id) checkout.storeOrder(now)
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
    if (!isPayable(order)) return finish(order)
    if ("id" in proof) checkout.approve(order._id, proof.id)
    try {
      const updated = await payWithRetry(pay, order._id, proof)
      if (!isPayable(updated)) return await finish(updated)
      checkout.approve(order._id, null)
      refuseWithToast("PayPal did not accept the payment. Nothing was charged.")
    } catch (error) {
      await afterFailedPay(order, proof, error)
    }
  }

  const afterFailedPay = async (order: Order, proof: Proof, error: unknown) => {
    if (isUnclear(error)) {
      console.error("The result of this payment is not known yet.", error)
      const now = await fetchOrder(order._id).catch(() => null)
      return finish(now && !isPayable(now) ? now : order)
    }
    const canTryAgain = isRefusal(error, "payment_unavailable") && "id" in proof
    if (canTryAgain) return void refuse({ kind: "unanswered", message: messageOf(error), approved: proof.id })
    const signedOut = isRefusal(error, 401)
    if (!signedOut) checkout.approve(order._id, null) // kept for when the buyer signs in again
    refuseError(error)
    void updateHold(order)
  }

  /** Checks the order before releasing the seats, because it may be paid although PayPal's window was closed. */
  const stop = async (elsewhere: boolean) => {
    const placed = orderOf(read())
    if (!send({ type: "cancel", elsewhere })) return
    const order = await placed?.catch(() => null)
    try {
      if (order && (await finishIfDecided(order))) return
      refuse(refusalText(order ? await handleCancel(order) : CANCELLED, "info"))
    } catch (error) {
      console.error("The canceled order's seats were not released; the next payment attempt releases them.", error)
      const isNotHeld = isRefusal(error, "not_held") // its status has changed since
      if (order && isNotHeld && (await finishIfDecided(order).catch(() => false))) return
      refuse(refusalText(CANCELLED, "info"))
    }
  }

  const finishIfDecided = async ({ _id }: Order): Promise<boolean> => {
    const now = await fetchOrder(_id)
    if (isPayable(now)) return false
    await finish(now)
    return true
  }

  const failed = (error: unknown) => {
    if (!send({ type: "fail", refusal: refusalText(messageOf(error)) })) return
    console.error("PayPal reported an error.", error)
    notify.error(messageOf(error))
  }

  const placeWithoutPayPal = async (method: "test" | "free") => {
    try {
      const order = await begin(method)
      if (!order) return
      if (method === "test") await capture({ test: true })
      else if (!isPayable(order)) await finish(order)
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

/**
 * The payment's state. It changes immediately, not with the next render, so that only the first of two events counts.
 */
function useMachine() {
  const [store] = useState(() => makeStore<PaymentState>({ phase: "idle" }))
  const state = useSyncExternalStore(store.subscribe, store.get)
  /** Returns whether the event was allowed in this phase. */
  const send = (event: PaymentEvent): boolean => {
    const before = store.get()
    store.set(reduce(before, event))
    return store.get() !== before
  }
  return { state, read: store.get, send }
}

/** Thrown to PayPal's script when the page already shows the reason. */
class ErrorAlreadyShown extends Error {}

/** Retries once after a connection error. Repeating the request is safe. */
async function payWithRetry(
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

/** Opens the order page with a toast: a success if it is paid, or else that the payment is being confirmed. */
function useShowOrder(): (order: Order) => Promise<void> {
  const navigate = useNavigate()
  const client = useQueryClient()
  return async (order) => {
    const { queryKey } = orderQuery(order._id)
    await client.cancelQueries({ queryKey }) // its answer would be from before the payment
    client.setQueryData(queryKey, order)
    const unclear = isPayable(order) || ["capturing", "review"].includes(order.status)
    if (["capturing", "review", "paid"].includes(order.status)) removeOrderFromCart(order)
    const state: OrderPageState = { placed: true, confirming: unclear }
    await navigate(paths.order(order._id), { replace: true, state })
    if (unclear) notify.info(BEING_CONFIRMED)
    if (order.status === "paid") notify.success(successText(order))
  }
}
