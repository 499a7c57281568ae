import { useMutation, useQuery } from "@tanstack/react-query"
import { Navigate } from "react-router-dom"
import { isRefusal } from "~/common/api/client"
import { placeOrderMutation } from "~/shop/queries/checkout"
import { orderQuery } from "~/shop/queries/orders"
import type { Order, PlaceOrder } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import type { Price } from "~/shop/shared/cart/price"
import { parseGift } from "~/shop/shared/giving/gift"
import { useCheckoutMemory } from "~/shop/state/checkout"
import { charity } from "~/shop/state/shop"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { LinkButton } from "~/common/ui/layout/Button"
import { CheckoutBill, TermsRoom, TwoColumns } from "./CheckoutBill"
import { OrderItemRow, OrderItems } from "./OrderItems"
import { isReady } from "./payment/machine"
import { PaymentBox } from "./payment/PaymentBox"
import { isPayable, type Payable, useNewOrderPayable, useOrderPayable } from "./payment/placing"
import { usePayment } from "./payment/usePayment"

import { latePart } from "~/common/ui/layout/latePart"

const DoorCheckout = latePart(() => import("./DoorCheckout"))
const RefundTerms = latePart(() => import("./RefundTerms"), { waiting: TermsRoom })

/** Checkout of an order, a gift or seats at the door, by a link: /checkout/?order=…, ?gift=25.00, or ?door=…&seats=2 */
export default function LinkedCheckout({ params }: { params: URLSearchParams }) {
  const [order, gift, door] = [params.get("order"), params.get("gift"), params.get("door")]
  if (order) return <OrderCheckout id={order} />
  if (door) return <DoorCheckout token={door} seats={Number(params.get("seats")) || 1} event={params.get("event")} />
  return gift && <GiftCheckout text={gift} />
}

/** Checkout of an order that was placed earlier. Its seats and contact can't be changed. */
function OrderCheckout({ id }: { id: string }) {
  const query = useQuery(orderQuery(id))
  if (isRefusal(query.error, 404)) return <UnknownOrder />
  return (
    <Loaded query={query} what="your order" loading={<Skeleton className="h-60 rounded-card" />}>
      {(order) => <PayOrder order={order} />}
    </Loaded>
  )
}

/** There is no such order, or it is another account's. */
function UnknownOrder() {
  const events = <LinkButton to={paths.events()}>Find an event</LinkButton>
  return <EmptyState action={events}>We can't find that order.</EmptyState>
}

function PayOrder({ order }: { order: Order }) {
  const payment = usePayment(useOrderPayable(order))
  const memory = useCheckoutMemory()
  const lines = linesOf(order)
  if (!isPayable(order) && isReady(payment.state)) return <Navigate to={paths.order(order._id)} replace />
  return (
    <TwoColumns>
      {lines.length === 0 ? (
        <p>A gift without tickets.</p>
      ) : (
        <OrderItems lines={lines} more="More">
          {lines.map(({ key, seats, refundPolicy: _, ...line }) => (
            <OrderItemRow key={key} {...line} seats={<p>{counted(seats, "seat")}</p>} />
          ))}
        </OrderItems>
      )}
      <CheckoutBill price={order} lines={lines} terms={<RefundTerms lines={lines} />}>
        <PaymentBox
          payment={payment}
          total={order.totalPrice}
          heldUntil={lines.length > 0 ? order.heldUntil : null}
          approved={memory?.order?._id === order._id ? memory.approved : null}
        />
      </CheckoutBill>
    </TwoColumns>
  )
}

function linesOf({ orderItems }: Order) {
  return orderItems.flatMap((item) =>
    item.bookings.map((booking) => ({
      key: booking._id,
      name: item.name,
      image: item.image,
      bookingDate: booking.bookingDate,
      endTime: booking.endTime,
      seats: booking.reservationSeats.qty,
      subtotal: booking.subtotal,
      refundPolicy: item.refundPolicy,
    })),
  )
}

/** Checkout of a gift without tickets. `text`: the amount in the URL. */
function GiftCheckout({ text }: { text: string }) {
  const amount = parseGift(text, 1)
  return amount === null ? <Navigate to={paths.give()} replace /> : <PayGift amount={amount} />
}

function PayGift({ amount }: { amount: number }) {
  const price: Price = { itemsPrice: 0, shippingPrice: 0, taxPrice: 0, giftPrice: amount, totalPrice: amount }
  const payment = usePayment(useGiftPayable(amount))
  return (
    <div className="grid max-w-form gap-4">
      <p>{`Thank you. Your gift goes to ${charity()}, after PayPal's fee.`}</p>
      <CheckoutBill price={price} lines={[]}>
        <PaymentBox payment={payment} total={amount} heldUntil={null} />
      </CheckoutBill>
    </div>
  )
}

/** A gift as a payable. It is no part of the cart, so the cart and its stored order stay as they are. */
function useGiftPayable(amount: number): Payable {
  const { mutateAsync: send } = useMutation(placeOrderMutation)
  const order: PlaceOrder = { orderItems: [], giftPrice: amount, totalPrice: amount }
  return useNewOrderPayable(amount, (idempotencyKey) => send({ order, idempotencyKey }))
}
