import { lazy, Suspense, type ReactNode, type Ref } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { nextOpen } from "~/features/event/dates/chooseDate"
import { Adding } from "./Adding"
import { MainAction } from "./MainAction"
import { SeatSelect } from "./SeatSelect"
import { isAdded, type Booking } from "./useBooking"
import { paths } from "~/paths"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"
import { ErrorText } from "~/ui/forms/ErrorText"
import { Button, LinkButton } from "~/ui/layout/Button"

const InCart = lazy(async () => ({ default: (await import("./laterParts")).InCart }))
const Reserve = lazy(async () => ({ default: (await import("./laterParts")).Reserve }))
const SoldOut = lazy(() => import("./SoldOut"))

interface SeatsProps {
  product: ProductDetail
  date: Occurrence
  booking: Booking
  /** The date's waiting list; null if it shows nothing. */
  list: ReactNode
  /** Whether the waiting list is loading: until then, it isn't known whether the date is sold out for this user. */
  isLoading: boolean
  actions: Ref<HTMLDivElement>
}

/**
 * The number of seats and Add to Cart. On a full date, the way onto the waiting list stands in place of Add to Cart, which
 * is only there, and disabled, if nobody can join the list.
 */
export function Seats({ product, date, booking, list, isLoading, actions }: SeatsProps) {
  const { dates, choose, left, checking, error, inCart, further } = booking
  const isFull = left === 0 && !checking
  const hasButton = !isFull || list === null
  return (
    <>
      {left > 0 && <SeatSelect booking={booking} price={product.price} />}
      {isFull && !isLoading && (
        <Suspense>
          <SoldOut next={nextOpen(dates, date)} choose={choose} />
        </Suspense>
      )}
      {list}
      {error && (
        <div role="alert">
          <ErrorText>{error}</ErrorText>
        </div>
      )}
      {hasButton && (
        <div className="grid">
          {/* Above the button, because a phone may not show what is below it. */}
          <div role="status" className="flex flex-wrap items-center gap-x-4 *:not-empty:mb-3">
            {inCart !== null && further && <Adding booking={booking} />}
          </div>
          <Actions {...{ product, date, booking, actions }} />
        </div>
      )}
      {inCart !== null && (
        <Suspense>
          <InCart booking={booking} startTime={date.startTime} isLinked={further || !hasButton} />
        </Suspense>
      )}
    </>
  )
}

function Actions({ product, date, booking, actions }: Pick<SeatsProps, "product" | "date" | "booking" | "actions">) {
  const { seats, checking, inCart, left } = booking
  const isFree = product.price + shop().shippingFlat === 0
  const canReserve = useUser() && isFree && inCart === null && left > 0
  return (
    <div ref={actions} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {canReserve && (
        <Suspense
          fallback={
            <Button busy className="grow">
              Reserve
            </Button>
          }
        >
          <Reserve key={date.startTime} {...{ product, seats, checking }} startTime={date.startTime} />
        </Suspense>
      )}
      <MainAction booking={booking} look={canReserve ? "secondary" : "primary"} />
      {isAdded(booking) && (
        <LinkButton look="quiet" to={paths.cart()}>
          View cart
        </LinkButton>
      )}
    </div>
  )
}
