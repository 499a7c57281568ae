import { useQuery } from "@tanstack/react-query"
import { lazy } from "react"
import { Navigate } from "react-router-dom"
import { orderQuery } from "~/api/queries/orders/one"
import type { Order } from "~/api/types"
import { counted } from "~/lib/counted"
import { paths } from "~/paths"
import { useCheckoutMemory } from "~/state/checkout"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { CheckoutBill } from "./CheckoutBill"
import { OrderItemRow, OrderItems } from "./OrderItems"
import { PaymentBox } from "./payment/PaymentBox"
import { isPayable, useOrderPayable } from "./payment/placing"
import { isReady } from "./payment/machine"
import { usePayment } from "./payment/usePayment"
import { TwoColumns } from "./TwoColumns"

const RefundTerms = lazy(() => import("./RefundTerms"))

/** Checkout of an order that was placed earlier. Its seats and contact can't be changed. */
export function OrderCheckout({ id }: { id: string }) {
  const query = useQuery(orderQuery(id))
  return (
    <Loaded query={query} what="your order" loading={<Skeleton className="h-60 rounded-card" />}>
      {(order) => <PayOrder order={order} />}
    </Loaded>
  )
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
        <OrderItems lines={lines}>
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
