import { lazy, Suspense } from "react"
import { useNavigate } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/api/types"
import { MainAction } from "./MainAction"
import type { Booking } from "./useBooking"
import { paths } from "~/paths"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"

const Reserve = lazy(async () => ({ default: (await import("./laterParts")).Reserve }))

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
