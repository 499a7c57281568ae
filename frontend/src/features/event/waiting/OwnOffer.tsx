import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { messageOf } from "~/api/client"
import { sendOnce } from "~/api/idempotencyKey"
import { placeOrderMutation } from "~/api/queries/checkout"
import { leaveWaitingMutation } from "~/api/queries/waiting/changes"
import type { ProductDetail, WaitingEntry } from "~/api/types"
import { counted } from "~/lib/counted"
import { formatDeadline } from "~/lib/time/until"
import { paths } from "~/paths"
import { yoursText } from "~/shared/waiting/texts"
import type { OrderPageState } from "~/state/checkout"
import { shop } from "~/state/shop"
import { announce } from "~/ui/feedback/announce"
import { Notice } from "~/ui/feedback/Notice"
import { ErrorText } from "~/ui/forms/ErrorText"
import { SeatStepper } from "~/ui/forms/SeatStepper"
import { Button } from "~/ui/layout/Button"

interface OwnOfferProps {
  entry: WaitingEntry
  offer: NonNullable<WaitingEntry["offer"]>
  product: ProductDetail
}

/**
 * "3 seats are yours until Fri, Dec 4 · 6:00 PM PST." Booking them, or fewer, places an order, and the checkout takes its payment.
 */
export function OwnOffer({ entry, offer, product }: OwnOfferProps) {
  const navigate = useNavigate()
  const place = useMutation(placeOrderMutation)
  const leave = useMutation(leaveWaitingMutation)
  const [wanted, setWanted] = useState(offer.seats)
  const seats = Math.min(wanted, offer.seats)
  const error = place.error ?? leave.error
  const book = async () => {
    const { _id, name, price } = product
    const bookings = [{ bookingDate: entry.startTime, reservationSeats: { qty: seats } }]
    const order = { orderItems: [{ _id, name, price, bookings }] }
    leave.reset()
    const placed = await sendOnce(`${entry._id} ${seats}`, (idempotencyKey) =>
      place.mutateAsync({ order, idempotencyKey }),
    )
    const next = placed.status === "paid" ? paths.order(placed._id) : paths.payOrder(placed._id)
    await navigate(next, { state: { placed: true } satisfies OrderPageState })
  }
  const pass = () => {
    place.reset()
    leave.mutate(entry._id, { onSuccess: () => announce("You have passed the seats on.") })
  }
  return (
    <Notice look="success">
      <p className="font-semibold">
        {yoursText(offer.seats)} until{" "}
        <span className="inline-block">{formatDeadline(offer.until, shop().timeZone)}.</span>
      </p>
      {offer.isOrdered && <p className="text-sm text-ink-2">Your order for them isn&apos;t paid yet.</p>}
      {error && (
        <div role="alert">
          <ErrorText>{messageOf(error)}</ErrorText>
        </div>
      )}
      {offer.seats > 1 && (
        <div className="mt-2 grid gap-1">
          <SeatStepper label="Seats" seats={seats} most={offer.seats} onChange={setWanted} />
          {seats < offer.seats && <p className="text-sm text-ink-2">The others go to the next person in line.</p>}
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button busy={place.isPending || leave.isPending} onClick={() => void book().catch(() => {})}>
          {offer.seats === 1 ? "Book it" : seats < offer.seats ? `Book ${counted(seats, "seat")}` : "Book them"}
        </Button>
        <Button look="secondary" busy={place.isPending || leave.isPending} onClick={pass}>
          No, thanks
        </Button>
      </div>
    </Notice>
  )
}
