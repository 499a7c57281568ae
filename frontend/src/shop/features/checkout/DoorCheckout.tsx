import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { isRefusal } from "~/common/api/client"
import type { Schemas } from "~/common/api/types"
import { counted, messageOf } from "~/common/lib/text"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { LinkButton } from "~/common/ui/layout/Button"
import { latePart } from "~/common/ui/layout/latePart"
import { paths } from "~/shop/paths"
import { lateOfferQuery, placeLateOrderMutation } from "~/shop/queries/late"
import { productQuery } from "~/shop/queries/products"
import { useUser } from "~/shop/state/session"
import { CheckoutBill, TermsRoom, TwoColumns } from "./CheckoutBill"
import { OrderItemRow, OrderItems } from "./OrderItems"
import { PaymentBox } from "./payment/PaymentBox"
import { type Payable, useFetchOrder, useNewOrderPayable } from "./payment/placing"
import { usePayment } from "./payment/usePayment"

const RefundTerms = latePart(() => import("./RefundTerms"), { waiting: TermsRoom })

interface Props {
  token: string
  seats: number
  /** Its page has other dates, for who comes too late. */
  event: string | null
}

/** Checkout of a late guest, by the link that a till shows: /checkout/?door=…&seats=2&event=… */
export default function DoorCheckout({ token, seats, event }: Props) {
  const query = useQuery({ ...lateOfferQuery(token, seats, useUser()?._id), staleTime: Infinity })
  if (isRefusal(query.error, "door_link_ended")) return <Ended message={query.error.message} event={event} />
  return (
    <Loaded query={query} what="your seats" loading={<Skeleton className="h-60 rounded-card" />}>
      {(offer) => <PayAtDoor {...{ token, seats, offer }} lookAgain={() => void query.refetch()} />}
    </Loaded>
  )
}

function Ended({ message, event }: { message: string; event: string | null }) {
  const action = event ? (
    <LinkButton to={paths.event(event)}>Go to the event</LinkButton>
  ) : (
    <LinkButton to={paths.allDates()}>See all events</LinkButton>
  )
  return <EmptyState action={action}>{message}</EmptyState>
}

interface PayAtDoorProps {
  token: string
  seats: number
  offer: Schemas["LateOffer"]
  lookAgain: () => void
}

function PayAtDoor({ token, seats, offer, lookAgain }: PayAtDoorProps) {
  const { data: product } = useQuery(productQuery(offer.product))
  const [heldUntil, setHeldUntil] = useState<string | null>(null)
  const payment = usePayment(useLatePayable({ token, seats, offer, lookAgain }, setHeldUntil))
  const { name = "", image = "", refundPolicy = null } = product ?? {}
  const { startTime, endTime, itemsPrice } = offer
  const lines = [{ key: "door", name, image, bookingDate: startTime, endTime, seats, subtotal: itemsPrice }]
  return (
    <TwoColumns>
      <OrderItems lines={lines} more="More">
        {lines.map(({ key, seats, ...line }) => (
          <OrderItemRow key={key} {...line} seats={<p>{counted(seats, "seat")}</p>} />
        ))}
      </OrderItems>
      <CheckoutBill
        price={{ ...offer, giftPrice: 0 }}
        lines={lines}
        terms={<RefundTerms lines={lines.map((line) => ({ ...line, refundPolicy }))} />}
      >
        <PaymentBox payment={payment} total={offer.totalPrice} heldUntil={heldUntil} />
      </CheckoutBill>
    </TwoColumns>
  )
}

/** The seats as a payable. They are no part of the cart, whose notices about other dates and prices don't fit here. */
function useLatePayable(
  { token, seats, offer, lookAgain }: PayAtDoorProps,
  onHeld: (until: string | null) => void,
): Payable {
  const { mutateAsync: send } = useMutation(placeLateOrderMutation)
  const fetchOrder = useFetchOrder()
  const { totalPrice } = offer
  return useNewOrderPayable(totalPrice, async (idempotencyKey) => {
    try {
      const { _id } = await send({ token, seats, totalPrice, idempotencyKey })
      const order = await fetchOrder(_id)
      onHeld(order.heldUntil)
      return order
    } catch (error) {
      if (isRefusal(error, "door_link_ended")) lookAgain()
      if (isRefusal(error, "sold_out") || isRefusal(error, "date_unavailable")) throw new Error(messageOf(error))
      throw error
    }
  })
}
