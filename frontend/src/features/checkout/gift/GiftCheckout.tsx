import { useMutation } from "@tanstack/react-query"
import { useRef } from "react"
import { Navigate } from "react-router-dom"
import { newIdempotencyKey } from "~/api/idempotencyKey"
import { cancelOrderMutation, placeOrderMutation } from "~/api/queries/checkout"
import type { Order, PlaceOrder } from "~/api/types"
import { parseGift } from "~/shared/giving/gift"
import { paths } from "~/paths"
import type { Price } from "~/shared/cart/useCartPrice"
import { charity } from "~/state/shop"
import { CheckoutBill } from "../CheckoutBill"
import { PaymentBox } from "../payment/PaymentBox"
import type { Payable } from "../payment/placing"
import { usePayment } from "../payment/usePayment"

/** Checkout of a gift without tickets. `text`: the amount in the URL. */
export function GiftCheckout({ text }: { text: string }) {
  const amount = parseGift(text, 1)
  return amount === null ? <Navigate to={paths.give()} replace /> : <PayGift amount={amount} />
}

function PayGift({ amount }: { amount: number }) {
  const price: Price = { itemsPrice: 0, shippingPrice: 0, taxPrice: 0, giftPrice: amount, totalPrice: amount }
  const payment = usePayment(useGiftPayable(amount))
  return (
    <div className="grid max-w-[28rem] gap-4">
      <p>Thank you. Your gift goes to {charity()}.</p>
      <CheckoutBill price={price} lines={[]}>
        <PaymentBox payment={payment} total={amount} heldUntil={null} />
      </CheckoutBill>
    </div>
  )
}

/** A gift as a payable. It is no part of the cart, so the cart and its stored order stay as they are. */
function useGiftPayable(amount: number): Payable {
  const { mutateAsync: send } = useMutation(placeOrderMutation)
  const { mutateAsync: cancel } = useMutation(cancelOrderMutation)
  const key = useRef("")
  const order: PlaceOrder = { orderItems: [], giftPrice: amount, totalPrice: amount }

  const place = async (): Promise<Order> => {
    key.current ||= newIdempotencyKey()
    const placed = await send({ order, idempotencyKey: key.current }) // again: the same order
    if (placed.status !== "cancelled" && placed.status !== "expired") return placed
    key.current = newIdempotencyKey()
    return send({ order, idempotencyKey: key.current })
  }

  const handleCancel = async ({ _id }: Order): Promise<string> => {
    await cancel(_id)
    key.current = ""
    return "You canceled the payment. Nothing was charged."
  }

  return { place, total: amount, handleCancel }
}
