import { useMutation, useQueryClient } from "@tanstack/react-query"
import { ApiError } from "~/api/client"
import { cancelOrderMutation, placeOrderMutation } from "~/api/queries/checkout"
import { orderQuery } from "~/api/queries/orders"
import type { Order, PlaceOrder } from "~/api/types"
import { cart, type Cart } from "~/state/cart"
import { checkout } from "~/state/checkout"

type SentAddress = NonNullable<PlaceOrder["shippingAddress"]>

/** What can be paid: the cart, or an order that was placed before. */
export interface Payable {
  /** Places the order, or returns the one that this cart made already, in its present state. */
  place: () => Promise<Order>
  /** The buyer said no at PayPal. Answers the sentence to show. */
  giveUp: (order: Order) => Promise<string>
}

/** Whether the order waits for a payment; else PayPal has it, or has had it. */
export function isPayable({ status }: Order): boolean {
  return status === "held" || status === "expired"
}

interface Calls {
  cancel: (id: string) => Promise<Order>
  ask: (id: string) => Promise<Order>
}

/** The order as the server knows it this moment. */
export function useAskOrder(): (id: string) => Promise<Order> {
  const client = useQueryClient()
  return (id) => client.fetchQuery({ ...orderQuery(id), staleTime: 0, meta: { quiet: true } })
}

/** The cart as an order; places it once, however often it is pressed. */
export function useCartPayable(): Payable {
  const { mutateAsync: send } = useMutation(placeOrderMutation)
  const { mutateAsync: cancel } = useMutation(cancelOrderMutation)
  const ask = useAskOrder()

  const sendOnce = async (body: PlaceOrder): Promise<Order> => {
    const text = JSON.stringify(body)
    const order = await send({ order: body, idempotencyKey: checkout.keyFor(text) })
    checkout.keepOrder(order)
    return order
  }

  const place = async (): Promise<Order> => {
    const body = requestOf(cart.get())
    const unfinished = await dropOther(JSON.stringify(body), { cancel, ask })
    if (unfinished) return unfinished
    try {
      const order = await sendOnce(body)
      if (order.status !== "cancelled") return order
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "key_reused")) throw error
    }
    checkout.forget() // that key's order is over: this is a new one
    return sendOnce(body)
  }

  const giveUp = async (order: Order): Promise<string> => {
    await cancel(order._id)
    checkout.forget()
    return "You cancelled the payment. Your seats are still in the cart. They're held when you start paying again."
  }

  return { place, giveUp }
}

/** An order that waits for its payment, paid from its own page. It stays held when the buyer turns back at PayPal. */
export function useOrderPayable(id: string): Payable {
  const ask = useAskOrder()
  return {
    place: () => ask(id),
    giveUp: async () => "You cancelled the payment. Your order is still there.",
  }
}

/**
 * The cart, the contact or a price is another one than in the order that holds seats: give those back first. Answers
 * that order where its payment is under way or done, for then nothing else may be paid before the buyer knows of it.
 */
async function dropOther(body: string, { cancel, ask }: Calls): Promise<Order | null> {
  const known = checkout.get()
  if (!known?.order || known.body === body) return null
  const last = known.order._id
  try {
    await cancel(last)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === "not_held") {
      const order = await ask(last)
      if (order.status !== "expired" && order.status !== "cancelled") return order
    } else if (error.status !== 404) throw error
  }
  checkout.forget()
  return null
}

/** The cart on the wire. Prices are what the buyer has seen; the server charges its own or asks again. */
export function requestOf(now: Cart): PlaceOrder {
  const { shippingAddress, billingAddress, paymentMethod, itemsPrice, shippingPrice, taxPrice, totalPrice } = now
  const orderItems = now.cartItems.map(({ _id, name, price, bookings = [] }) => ({ _id, name, price, bookings }))
  return {
    orderItems,
    shippingAddress: shippingAddress as SentAddress,
    ...(Object.keys(billingAddress).length > 0 ? { billingAddress: billingAddress as SentAddress } : {}),
    paymentMethod,
    itemsPrice,
    shippingPrice,
    taxPrice,
    totalPrice,
  }
}
