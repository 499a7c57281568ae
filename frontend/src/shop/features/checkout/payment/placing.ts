import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { ApiError, isRefusal } from "~/common/api/client"
import { newIdempotencyKey } from "~/common/api/idempotencyKey"
import { cancelOrderMutation, placeOrderMutation } from "~/shop/queries/checkout"
import { orderQuery } from "~/shop/queries/orders"
import type { Order, PlaceOrder } from "~/common/api/types"
import { quoteRequest, type Price } from "~/shop/shared/cart/price"
import { cart, type Cart } from "~/shop/state/cart"
import { checkout } from "~/shop/state/checkout"

/** What is being paid: the cart, or an order that was placed earlier. */
export interface Payable {
  /** Places the order, or returns the current state of the order that was already placed. */
  place: () => Promise<Order>
  /** The total that the buyer sees, in dollars. */
  total: number
  /** Called after the buyer canceled at PayPal. Returns the message to show. */
  handleCancel: (order: Order) => Promise<string>
}

/** Whether the order can still be paid: no payment was captured or is being captured. */
export function isPayable({ status }: Order): boolean {
  return status === "held" || status === "expired"
}

interface Calls {
  cancel: (id: string) => Promise<Order>
  fetchOrder: (id: string) => Promise<Order>
}

/** Returns a function that fetches an order, bypassing the cache. */
export function useFetchOrder(): (id: string) => Promise<Order> {
  const client = useQueryClient()
  return (id) => client.fetchQuery({ ...orderQuery(id), staleTime: 0 })
}

/** The cart as a payable, at the price that the buyer sees. Repeated presses place one order. */
export function useCartPayable(price: Price): Payable {
  const { mutateAsync: send } = useMutation(placeOrderMutation)
  const { mutateAsync: cancel } = useMutation(cancelOrderMutation)
  const fetchOrder = useFetchOrder()

  const sendOnce = async (body: PlaceOrder): Promise<Order> => {
    const text = JSON.stringify(body)
    const order = await send({ order: body, idempotencyKey: checkout.keyFor(text) })
    checkout.storeOrder(order)
    return order
  }

  const place = async (): Promise<Order> => {
    const body = requestOf(cart.get(), price)
    const unfinished = await cancelOutdated(JSON.stringify(body), { cancel, fetchOrder })
    if (unfinished) return unfinished
    try {
      const order = await sendOnce(body)
      if (order.status !== "cancelled") return order
    } catch (error) {
      if (!isRefusal(error, "key_reused")) throw error
    }
    checkout.clear() // the stored key belongs to an order that has ended
    return sendOnce(body)
  }

  const handleCancel = async (order: Order): Promise<string> => {
    await cancel(order._id)
    checkout.clear()
    return "You canceled the payment. Your seats are still in the cart. They're held when you start paying again."
  }

  return { place, total: price.totalPrice, handleCancel }
}

/** An existing order as a payable. Its hold stays if the buyer cancels at PayPal. */
export function useOrderPayable({ _id, totalPrice }: Order): Payable {
  const fetchOrder = useFetchOrder()
  return {
    place: () => fetchOrder(_id),
    total: totalPrice,
    handleCancel: async () => "You canceled the payment. Your order is still there.",
  }
}

/** What is in no cart and no order yet, as a payable. Repeated presses place one order, until that one has ended. */
export function useNewOrderPayable(total: number, send: (idempotencyKey: string) => Promise<Order>): Payable {
  const { mutateAsync: cancel } = useMutation(cancelOrderMutation)
  const key = useRef("")

  const place = async (): Promise<Order> => {
    key.current ||= newIdempotencyKey()
    const placed = await send(key.current) // again: the same order
    if (placed.status !== "cancelled" && placed.status !== "expired") return placed
    key.current = newIdempotencyKey()
    return send(key.current)
  }

  const handleCancel = async ({ _id }: Order): Promise<string> => {
    await cancel(_id)
    key.current = ""
    return "You canceled the payment. Nothing was charged."
  }

  return { place, total, handleCancel }
}

/**
 * Cancels the stored order if the cart, contact or a price has changed since, to release its seats first. Returns that
 * order if it is paid or being paid: the buyer must know that before paying for another one.
 */
async function cancelOutdated(body: string, { cancel, fetchOrder }: Calls): Promise<Order | null> {
  const known = checkout.get()
  if (!known?.order || known.body === body) return null
  const last = known.order._id
  try {
    await cancel(last)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === "not_held") {
      const order = await fetchOrder(last)
      if (order.status !== "expired" && order.status !== "cancelled") return order
    } else if (error.status !== 404) throw error
  }
  checkout.clear()
  return null
}

/**
 * Returns the request body. It has the prices that the buyer saw, so that the server can reject prices that went up.
 */
export function requestOf(now: Cart, { itemsPrice, shippingPrice, taxPrice, totalPrice }: Price): PlaceOrder {
  const { shippingAddress, billingAddress, paymentMethod } = now
  const { orderItems, ...extras } = quoteRequest(now)
  return {
    orderItems,
    shippingAddress,
    ...(Object.keys(billingAddress).length > 0 ? { billingAddress } : {}),
    paymentMethod,
    itemsPrice,
    shippingPrice,
    taxPrice,
    totalPrice,
    ...extras,
  }
}
