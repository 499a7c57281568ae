import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { useNavigate } from "react-router-dom"
import { ApiError, messageOf } from "~/api/client"
import { orderQuery, payOrderMutation, startPayPalMutation } from "~/api/queries/orders"
import { invalidate } from "~/api/queryClient"
import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { cart } from "~/state/cart"
import { BEING_CONFIRMED, checkout, takeOutOfCart, type OrderPageState } from "~/state/checkout"
import { notify } from "~/ui/notify"
import { isPayable, useAskOrder, type Payable } from "./placing"
import { isUnclear, refusalOf, told, type Refusal } from "./refusal"
import { useConfirmBookings } from "./useConfirmBookings"

/** From the press of a button to its answer everything but `ready` keeps all buttons off. */
export type Phase = "ready" | "paying" | "confirming"

export interface Payment {
  phase: Phase
  refusal: Refusal | null
  dismiss: () => void
  /** Places the order and answers PayPal's id for it. Called inside the press, so that PayPal's window may open. */
  createPayPalOrder: () => Promise<string>
  approved: (paypalOrderId: string) => Promise<void>
  cancelled: () => Promise<void>
  failed: (error: unknown) => void
  /** The Test Order, and the order that costs nothing. */
  placeTestOrder: () => Promise<void>
  placeFreeOrder: () => Promise<void>
  /** Asks the shop once more to take what was approved at PayPal. */
  confirmAgain: (paypalOrderId: string) => Promise<void>
}

type Means = { id: string } | { test: true }

/** The way from the press of a payment button to the order's page. */
export function usePayment({ place, giveUp }: Payable): Payment {
  const [phase, setPhase] = useState<Phase>("ready")
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { mutateAsync: startPayPal } = useMutation(startPayPalMutation)
  const { mutateAsync: pay } = useMutation(payOrderMutation)
  const client = useQueryClient()
  const askOrder = useAskOrder()
  const arrive = useArrival()
  const placed = useRef<Promise<Order> | null>(null)
  const attempt = useRef(0) // what an attempt that was given up still answers is of no interest
  const said = useRef(false) // PayPal reports our own failures back, perhaps in words of its own: they are told once

  const refuse = (next: Refusal) => {
    setRefusal(next)
    setPhase("ready")
  }

  /** A failure is logged, shown in a toast and said beside the buttons; a sign-in that ended leads away by itself. */
  const refuseError = (error: unknown) => {
    console.error("The order was not placed or not paid.", error)
    if (error instanceof ApiError && error.status === 401) return setPhase("ready")
    const next = refusalOf(error, cart.get().totalPrice)
    if (next.kind === "short" || next.kind === "date") invalidate(client, ["Product"]) // the lines say so, too
    if (next.kind === "told" || next.kind === "date") notify.error(next.message)
    refuse(next)
  }

  const begin = (): Promise<Order> => {
    attempt.current += 1
    said.current = false
    setPhase("paying")
    setRefusal(null)
    placed.current = place()
    return placed.current
  }

  /** Where the order is not waiting for a payment any more, the buyer goes to its page. */
  const leaveIfDecided = async (order: Order): Promise<boolean> => {
    if (isPayable(order)) return false
    await arrive(order)
    return true
  }

  const createPayPalOrder = async () => {
    try {
      const mine = begin()
      const now = attempt.current
      const order = await mine
      if (await leaveIfDecided(order)) throw new Told()
      const { id } = await startPayPal(order._id)
      if (now !== attempt.current) throw new Told()
      void keepHold(order)
      return id
    } catch (error) {
      if (!(error instanceof Told)) refuseError(error)
      said.current = true
      throw new Told() // PayPal closes its window
    }
  }

  /** Asking PayPal lengthens the hold, once; the line that tells it shows the new end. */
  const keepHold = (order: Order) => askOrder(order._id).then(rememberHold, () => {})
  const rememberHold = (order: Order) => {
    if (checkout.get()?.order?._id === order._id) checkout.keepOrder(order)
  }

  const confirm = async (means: Means) => {
    setPhase("confirming")
    const order = await (placed.current ?? place())
    try {
      const answer = await payPatiently(pay, order._id, means)
      checkout.approve(null)
      if (isPayable(answer)) refuse(told("PayPal did not accept the payment. Nothing was charged."))
      else await arrive(answer)
    } catch (error) {
      await afterFailedPay(order, means, error)
    }
  }

  const afterFailedPay = async (order: Order, means: Means, error: unknown) => {
    if (isUnclear(error)) {
      console.error("Nobody knows yet how this payment ended.", error)
      const now = await askOrder(order._id).catch(() => null)
      return arrive(now && !isPayable(now) ? now : order)
    }
    const canTryAgain = error instanceof ApiError && error.code === "payment_unavailable" && "id" in means
    if (canTryAgain) {
      notify.error(messageOf(error))
      return refuse({ kind: "unanswered", message: messageOf(error), approved: means.id })
    }
    const signedOut = error instanceof ApiError && error.status === 401
    if (!signedOut) checkout.approve(null) // whoever signs in again finds what was approved
    refuseError(error)
    void keepHold(order) // a declined payment is followed by a new hold
  }

  const approved = async (paypalOrderId: string) => {
    checkout.approve(paypalOrderId)
    await confirm({ id: paypalOrderId })
  }

  const confirmAgain = async (paypalOrderId: string) => {
    try {
      setPhase("confirming")
      setRefusal(null)
      placed.current ??= place()
      const order = await placed.current
      if (!(await leaveIfDecided(order))) await confirm({ id: paypalOrderId })
    } catch (error) {
      placed.current = null
      refuseError(error)
    }
  }

  /** Closing PayPal's window tells nothing for certain, so the server is asked before the seats are given back. */
  const cancelled = async () => {
    attempt.current += 1
    const order = await placed.current?.catch(() => null)
    try {
      const now = order && (await askOrder(order._id))
      if (now && (await leaveIfDecided(now))) return
      refuse(told(now ? await giveUp(now) : "You cancelled the payment. Nothing was charged.", "info"))
    } catch (error) {
      console.error("The cancelled order's seats were not given back; the next press does it.", error)
      refuse(told("You cancelled the payment. Nothing was charged.", "info"))
    }
  }

  const failed = (error: unknown) => {
    if (said.current) return setPhase("ready")
    console.error("PayPal reported an error.", error)
    notify.error(messageOf(error))
    refuse(told(messageOf(error)))
  }

  const placeAnd = (means: Means | null) => async () => {
    try {
      const order = await begin()
      if (await leaveIfDecided(order)) return
      if (means) await confirm(means)
      else refuse(told("This order is not free any more. Choose how to pay."))
    } catch (error) {
      refuseError(error)
    }
  }

  return {
    phase,
    refusal,
    dismiss: () => setRefusal(null),
    createPayPalOrder,
    approved,
    cancelled,
    failed,
    placeTestOrder: placeAnd({ test: true }),
    placeFreeOrder: placeAnd(null),
    confirmAgain,
  }
}

/** Thrown at PayPal's script where the page has told the buyer already. */
class Told extends Error {}

/** Repeating is harmless, and a line that broke once is often there again a moment later. */
async function payPatiently(
  pay: (sent: { orderId: string; payment: Means }) => Promise<Order>,
  orderId: string,
  payment: Means,
): Promise<Order> {
  try {
    return await pay({ orderId, payment })
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === "FETCH_ERROR")) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return pay({ orderId, payment })
  }
}

/** To the order's page: with thanks where it is paid, else with the word that nothing is charged twice. */
function useArrival(): (order: Order) => Promise<void> {
  const navigate = useNavigate()
  const client = useQueryClient()
  const confirmBookings = useConfirmBookings()
  return async (order) => {
    if (order.status === "paid") await confirmBookings(order)
    client.setQueryData(orderQuery(order._id).queryKey, order)
    const unclear = isPayable(order) || ["capturing", "review"].includes(order.status)
    await navigate(paths.order(order._id), { replace: true, state: { confirming: unclear } satisfies OrderPageState })
    if (unclear) notify.info(BEING_CONFIRMED)
    if (["capturing", "review", "paid"].includes(order.status)) takeOutOfCart(order)
    if (order.status === "paid") notify.success("Payment successful.")
  }
}
