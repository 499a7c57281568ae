import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { messageOf } from "~/api/client"
import { newIdempotencyKey } from "~/api/idempotencyKey"
import { placeOrderMutation } from "~/api/queries/checkout"
import { leaveWaitingMutation } from "~/api/queries/waiting"
import type { ProductDetail, WaitingEntry } from "~/api/types"
import { formatUntil } from "~/lib/time/until"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { announce } from "~/ui/feedback/announce"
import { Notice } from "~/ui/feedback/Notice"
import { ErrorText } from "~/ui/forms/ErrorText"
import { Button } from "~/ui/layout/Button"
import { offerText } from "./texts"

interface OwnOfferProps {
  entry: WaitingEntry
  offer: NonNullable<WaitingEntry["offer"]>
  product: ProductDetail
}

/** "3 seats are yours until Fri 6:00 PM." Booking them places an order, and the checkout takes its payment. */
export function OwnOffer({ entry, offer, product }: OwnOfferProps) {
  const navigate = useNavigate()
  const place = useMutation(placeOrderMutation)
  const leave = useMutation(leaveWaitingMutation)
  const [idempotencyKey] = useState(newIdempotencyKey)
  const error = place.error ?? leave.error
  const book = () => {
    const { _id, name, price } = product
    const bookings = [{ bookingDate: entry.startTime, reservationSeats: { qty: offer.seats } }]
    leave.reset()
    place.mutate(
      { order: { orderItems: [{ _id, name, price, bookings }] }, idempotencyKey },
      {
        onSuccess: (order) =>
          void navigate(order.status === "paid" ? paths.order(order._id) : paths.payOrder(order._id)),
      },
    )
  }
  const pass = () => {
    place.reset()
    leave.mutate(entry._id, { onSuccess: () => announce("You have passed the seats on.") })
  }
  return (
    <Notice look="success">
      <p className="font-semibold">{offerText(offer.seats, formatUntil(offer.until, shop().timeZone))}</p>
      {offer.isOrdered && <p className="text-sm text-ink-2">Your order for them isn&apos;t paid yet.</p>}
      {error && (
        <div role="alert">
          <ErrorText>{messageOf(error)}</ErrorText>
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button busy={place.isPending || leave.isPending} onClick={book}>
          {offer.seats === 1 ? "Book it" : "Book them"}
        </Button>
        <Button look="secondary" busy={place.isPending || leave.isPending} onClick={pass}>
          No, thanks
        </Button>
      </div>
    </Notice>
  )
}
