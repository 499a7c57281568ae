import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { sendOnce } from "~/common/api/idempotencyKey"
import { placeOrderMutation } from "~/shop/queries/checkout"
import { joinWaitingMutation, leaveWaitingMutation } from "~/shop/queries/waiting"
import type { Occurrence, ProductDetail, WaitingEntry } from "~/common/api/types"
import { priceItems } from "~/common/lib/pricing"
import { counted } from "~/common/lib/text"
import { formatDateOption, formatDeadline } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { SeatsSum } from "~/shop/features/event/booking/price"
import { useQuote } from "~/shop/features/event/booking/quote"
import Terms from "~/shop/features/event/booking/Terms"
import type { Offered } from "~/shop/shared/offers"
import { placeText, wishText, yoursText } from "~/shop/shared/waitingText"
import type { OrderPageState } from "~/shop/state/checkout"
import { taxRateAt } from "~/shop/shared/venue"
import { shop } from "~/shop/state/shop"
import { announce } from "~/common/ui/feedback/announce"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import type { WaitingState } from "./useWaiting"

interface WaitingBoxProps {
  product: ProductDetail
  date: Occurrence
  state: WaitingState
  /** Moves the focus before a link to another date, which has it, disappears. */
  onLeave: () => void
}

/** The waiting list of a date: the user's offer or place, or the way onto the list. */
export default function WaitingBox({ product, date, state, onLeave }: WaitingBoxProps) {
  switch (state.kind) {
    case "offer":
      return <OwnOffer key={state.entry._id} entry={state.entry} offer={state.entry.offer} product={product} />
    case "place":
      return <OwnPlace key={state.entry._id} entry={state.entry} />
    case "join":
      return <JoinForm key={date.startTime} product={product} date={date} missed={state.missed} />
    case "sign in":
      return (
        <LinkButton to={paths.signIn(paths.event(product._id, date.startTime))}>
          Sign in to join the waiting list
        </LinkButton>
      )
    case "elsewhere":
      return <OtherOffers product={product} offers={state.offers} onLeave={onLeave} />
    case "loading":
      return null
  }
}

interface OwnOfferProps {
  entry: WaitingEntry
  offer: NonNullable<WaitingEntry["offer"]>
  product: ProductDetail
}

/**
 * "3 seats are yours until Fri, Dec 4, 6:00 PM PST." Booking them, or fewer, places an order, and the checkout takes its payment.
 */
function OwnOffer({ entry, offer, product }: OwnOfferProps) {
  const navigate = useNavigate()
  const place = useMutation(placeOrderMutation)
  const leave = useMutation(leaveWaitingMutation)
  const [wanted, setWanted] = useState(offer.seats)
  const seats = Math.min(wanted, offer.seats)
  const isAsked = product.memberPrice !== null
  const quoted = useQuote({ product, startTime: entry.startTime, seats }, isAsked)
  const plain = priceItems(
    [
      {
        price: product.price,
        taxRate: taxRateAt(product, entry.startTime),
        bookings: [{ reservationSeats: { qty: seats } }],
      },
    ],
    shop(),
  )
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
        {yoursText(offer.seats)} until <span className="inline-block">{formatDeadline(offer.until)}.</span>
      </p>
      {offer.isOrdered && <p className="text-sm text-ink-2">Your order for them isn&apos;t paid yet.</p>}
      <ErrorNotice error={error} />
      <div className="mt-2">
        <SeatsSum seats={seats} price={isAsked && quoted !== null ? quoted : plain} />
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button busy={place.isPending || leave.isPending} onClick={() => void book().catch(() => {})}>
          {offer.seats === 1 ? "Book it" : seats < offer.seats ? `Book ${counted(seats, "seat")}` : "Book them"}
        </Button>
        <Button look="secondary" busy={place.isPending || leave.isPending} onClick={pass}>
          No, thanks
        </Button>
      </div>
      {/* Below the buttons, which a phone shows without scrolling: most want all. */}
      {offer.seats > 1 && (
        <div className="mt-3 grid gap-1">
          <SeatStepper label="Seats" seats={seats} most={offer.seats} onChange={setWanted} />
          {seats < offer.seats && <p className="text-sm text-ink-2">The others go to the next person in line.</p>}
        </div>
      )}
      <Terms product={product} startTime={entry.startTime} />
    </Notice>
  )
}

/** "You are number 2." with a button for leaving the waiting list. */
function OwnPlace({ entry }: { entry: WaitingEntry }) {
  const leave = useMutation(leaveWaitingMutation)
  return (
    <Notice>
      <p className="font-semibold">{placeText(entry)}</p>
      <p className="text-sm text-ink-2">{wishText(entry)}</p>
      <ErrorNotice error={leave.error} />
      <Button
        look="secondary"
        className="mt-2"
        busy={leave.isPending}
        busyText="Leaving…"
        onClick={() => leave.mutate(entry._id, { onSuccess: () => announce("You have left the waiting list.") })}
      >
        Leave
      </Button>
    </Notice>
  )
}

const MAX_SEATS = 10

interface JoinFormProps {
  product: ProductDetail
  date: Occurrence
  /** Whether the user's last offer for this date ended. */
  missed: boolean
}

/** Joins the waiting list for a number of seats, or for at least some of them. */
function JoinForm({ product, date, missed }: JoinFormProps) {
  const [seats, setSeats] = useState(1)
  const [fewest, setFewest] = useState<number | null>(null) // until it is chosen, all seats are wanted together
  const atLeast = Math.min(fewest ?? seats, seats)
  const join = useMutation(joinWaitingMutation)
  const send = () =>
    join.mutate(
      { product: product._id, bookingDate: date.startTime, seats, seatsAtLeast: atLeast },
      { onSuccess: (entry) => announce(placeText(entry)) },
    )
  return (
    <section aria-labelledby="waiting-list" className="grid gap-3">
      <h3 id="waiting-list">Waiting list</h3>
      {missed && <p className="font-semibold">Your offer has ended. You can join again.</p>}
      <SeatStepper label="Seats" seats={seats} most={MAX_SEATS} onChange={setSeats} />
      {seats > 1 && <SeatStepper label="At least" seats={atLeast} most={seats} onChange={setFewest} />}
      <p className="text-sm text-ink-2">
        {seats > 1
          ? `We offer you seats when at least ${atLeast} come free. Fewer go to the next person, and you keep your place.`
          : "We email you as soon as a seat comes free for you."}
      </p>
      <ErrorNotice error={join.error} />
      <Button busy={join.isPending} busyText="Joining…" onClick={send}>
        Join the waiting list
      </Button>
    </section>
  )
}

interface OtherOffersProps {
  product: ProductDetail
  offers: readonly Offered[]
  onLeave: () => void
}

/** "2 seats are held for you on Fri, Dec 11 · 7:00 PM until Thu, Dec 10, 6:00 PM PST.", with a link to that date. */
function OtherOffers({ product, offers, onLeave }: OtherOffersProps) {
  return offers.map(({ _id, startTime, offer }) => (
    <Notice key={_id} look="success">
      {heldText(offer.seats)} on{" "}
      <Link
        to={paths.event(product._id, startTime)}
        replace
        preventScrollReset
        onClick={onLeave}
        className="inline-block font-semibold underline"
      >
        {formatDateOption(startTime)}
      </Link>{" "}
      until <span className="inline-block">{formatDeadline(offer.until)}.</span>
    </Notice>
  ))
}

/** "3 seats are held for you", on a date that isn't the chosen one. */
const heldText = (seats: number) => `${counted(seats, "seat")} ${seats === 1 ? "is" : "are"} held for you`
