import { lazy, Suspense, type ReactNode, type Ref } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { nextOpen } from "~/features/event/dates/chooseDate"
import { Actions } from "./Actions"
import { Adding } from "./Adding"
import { SeatSelect } from "./SeatSelect"
import type { Booking } from "./useBooking"
import { ErrorText } from "~/ui/forms/ErrorText"

const InCart = lazy(async () => ({ default: (await import("./laterParts")).InCart }))
const SoldOut = lazy(() => import("~/features/event/waiting/SoldOut"))

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
          <div ref={actions} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Actions {...{ product, date, booking }} />
          </div>
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
