import { Check } from "lucide-react"
import { lazy, type Ref, Suspense, useRef } from "react"
import { useNavigate } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/api/types"
import { paths } from "~/paths"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"
import { Button, LinkButton, type Look } from "~/ui/layout/Button"
import { type Booking, isAdded } from "./useBooking"

const Reserve = lazy(async () => ({ default: (await import("./laterParts")).Reserve }))
const CartSum = lazy(async () => ({ default: (await import("./laterParts")).CartSum }))

interface ActionsProps {
  product: ProductDetail
  date: Occurrence
  booking: Booking
  /** Called if the seats could not be added to the cart. */
  onRefused?: () => void
}

/**
 * The shortest way to the seats, and Add to Cart for those who combine dates. Free seats are ordered at once, by users.
 * Book now leads to the checkout with this date alone, so it is only there while the cart is empty: otherwise, it would
 * ask to pay for what a visitor may have forgotten.
 */
export function Actions({ product, date, booking, onRefused }: ActionsProps) {
  const { seats, checking, inCart, others, left } = booking
  const user = useUser()
  const isNew = inCart === null && left > 0
  const isFree = product.price + shop().shippingFlat === 0
  const canReserve = isNew && isFree && user !== null
  const canBookNow = isNew && others === 0
  return (
    <>
      {canReserve ? (
        <Suspense
          fallback={
            <Button busy className="grow">
              Reserve
            </Button>
          }
        >
          <Reserve key={date.startTime} {...{ product, seats, checking }} startTime={date.startTime} />
        </Suspense>
      ) : (
        canBookNow && <BookNow booking={booking} />
      )}
      <MainAction booking={booking} look={canReserve || canBookNow ? "secondary" : "primary"} onRefused={onRefused} />
    </>
  )
}

function BookNow({ booking: { checking, add } }: { booking: Booking }) {
  const navigate = useNavigate()
  return (
    <Button
      busy={checking}
      onClick={() => {
        if (add()) void navigate(paths.checkout())
      }}
      className="grow"
    >
      Book now
    </Button>
  )
}

interface MainActionProps {
  booking: Booking
  look?: Look
  /** Called if the seats could not be added. */
  onRefused?: (() => void) | undefined
}

/** Add to Cart, "Added" for two seconds, and then the way to the checkout in the same place, with the same focus. */
function MainAction({ booking, ...rest }: MainActionProps) {
  const hadFocus = useRef(false)
  if (!isAdded(booking) || booking.justAdded) {
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
        <Suspense>
          <CartSum />
        </Suspense>
      </span>
    </LinkButton>
  )
}

/** Stays the same button while it shows "Added", so that it keeps the focus. */
function AddButton({ booking, look, onRefused, ref }: MainActionProps & { ref: Ref<HTMLButtonElement> }) {
  const { left, checking, justAdded, add } = booking
  return (
    <Button
      ref={ref}
      look={look ?? "primary"}
      disabled={left === 0}
      busy={checking}
      onClick={() => {
        if (!add() && !justAdded) onRefused?.()
      }}
      className="min-w-34 grow"
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
