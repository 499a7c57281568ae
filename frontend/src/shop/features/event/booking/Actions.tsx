import { Check } from "lucide-react"
import { type Ref, useRef } from "react"
import { useNavigate } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { useGoing } from "~/shop/shared/nextUp/going"
import { useUser } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { Button, LinkButton, type Look } from "~/common/ui/layout/Button"
import { latePart, orNothing, room } from "~/common/ui/layout/latePart"
import { formatSeats } from "./price"
import { type Booking, isAdded } from "./useBooking"

const Reserve = latePart(async () => ({ default: (await import("./CartAndOrder")).Reserve }), room("min-h-tap"))
const CartSum = latePart(async () => ({ default: (await import("./CartAndOrder")).CartSum }), orNothing)

interface ActionsProps {
  product: ProductDetail
  date: Occurrence
  booking: Booking
  /** Called if the seats could not be added to the cart. */
  onRefused?: () => void
}

export const isFree = ({ price }: ProductDetail) => price + shop().shippingFlat === 0

/** Whether the seats can be had without Add to Cart. */
export function canBookAtOnce({ chosenSeats: { left }, inCart: { seats, others } }: Booking, free: boolean): boolean {
  return seats === null && left > 0 && (others === 0 || free)
}

/**
 * The shortest way to the seats, and Add to Cart for those who combine dates. Free seats are ordered immediately, by users, and
 * have no Add to Cart. Book leads to the checkout with this date alone, so it is only there while the cart is empty:
 * otherwise, it would ask to pay for what a visitor may have forgotten.
 */
export function Actions({ product, date, booking, onRefused }: ActionsProps) {
  const { seats, checking } = booking.chosenSeats
  const user = useUser()
  const free = isFree(product)
  const atOnce = canBookAtOnce(booking, free)
  // For those who have a ticket, it is what the page shows first.
  const look = useGoing(product._id, date.startTime) ? "secondary" : "primary"
  const book = <Book {...{ booking, look }} />
  if (free && atOnce) {
    if (!user) return book
    return <Reserve key={date.startTime} {...{ product, seats, checking, look }} startTime={date.startTime} />
  }
  return (
    <>
      {atOnce && book}
      {!(free && booking.inCart.seats === null) && (
        <MainAction booking={booking} free={free} look={atOnce ? "secondary" : look} onRefused={onRefused} />
      )}
    </>
  )
}

/** Two buttons fit into a row of a phone. */
const beside = "grow max-lg:px-3!"

/** "Book 1 seat · $13.80" or "Book 1 seat · free": to the checkout, or if the cart has other seats, to the cart. */
function Book({ booking: { chosenSeats, inCart }, look }: { booking: Booking; look: Look }) {
  const { seats, price, checking } = chosenSeats
  const navigate = useNavigate()
  return (
    <Button
      look={look}
      busy={checking}
      onClick={() => {
        void inCart.add().then((added) => added && navigate(inCart.others === 0 ? paths.checkout() : paths.cart()))
      }}
      className={beside}
    >
      Book {formatSeats(seats, price?.totalPrice)}
    </Button>
  )
}

interface MainActionProps {
  booking: Booking
  free: boolean
  look?: Look
  /** Called if the seats could not be added. */
  onRefused?: (() => void) | undefined
}

/** Add to Cart, "Added" for two seconds, and then the way to the checkout in the same place, with the same focus. */
function MainAction({ booking, free, ...rest }: MainActionProps) {
  const hadFocus = useRef(false)
  if (!free && (!isAdded(booking.inCart) || booking.inCart.justAdded)) {
    const onUnmount = (button: HTMLButtonElement | null) => () => {
      hadFocus.current = document.activeElement === button
    }
    return <AddButton ref={onUnmount} booking={booking} {...rest} />
  }
  return (
    <LinkButton
      ref={(link) => {
        if (hadFocus.current) link?.focus()
        hadFocus.current = false
      }}
      to={paths.checkout()}
      reloadDocument
      className="grow"
    >
      <span>
        Checkout
        <CartSum />
      </span>
    </LinkButton>
  )
}

/** Stays the same button while it shows "Added", so that it keeps the focus. */
function AddButton({ booking, look, onRefused, ref }: Omit<MainActionProps, "free"> & { ref: Ref<HTMLButtonElement> }) {
  const { left, checking } = booking.chosenSeats
  const { justAdded, add } = booking.inCart
  return (
    <Button
      ref={ref}
      look={look ?? "primary"}
      disabled={left === 0}
      busy={checking}
      onClick={() => {
        void add().then((added) => !added && !justAdded && onRefused?.())
      }}
      className={beside}
    >
      {justAdded ? (
        <>
          <Check aria-hidden size={18} />
          Added
        </>
      ) : (
        "Add to Cart"
      )}
    </Button>
  )
}
