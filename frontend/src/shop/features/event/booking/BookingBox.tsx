import clsx from "clsx"
import type { Ref } from "react"
import type { Occurrence, ProductDetail } from "~/common/api/types"
import { DateSelect, focusDates } from "~/shop/features/event/dates/DateSelect"
import { nextOpen } from "~/shop/features/event/dates/chooseDate"
import type { Waiting, WaitingState } from "~/shop/features/event/waiting/useWaiting"
import { formatDay } from "~/common/lib/time/dates"
import { isFor } from "~/shop/shared/offers"
import { latePart, room } from "~/common/ui/layout/latePart"
import { YourTime } from "~/common/ui/time/When"
import { Seats } from "./Seats"
import { type Booking, type SeatChoice, seatsReducedText } from "./useBooking"

const WaitingBox = latePart(() => import("~/shop/features/event/waiting/WaitingBox"), room("min-h-tap"))

interface BookingBoxProps {
  product: ProductDetail
  date: Occurrence
  booking: Booking
  waiting: Waiting
  /** Gets the element with the buttons, for the bar that stands in for it. */
  actions: Ref<HTMLDivElement>
}

/**
 * Adds seats on a date to the cart, or orders offered ones: the server takes no other order first. Offers are learned of
 * late, so they stand below the date, where they move nothing.
 */
export function BookingBox({ product, date, booking, waiting: { state, offers }, actions }: BookingBoxProps) {
  const { chosenDate, chosenSeats } = booking
  const others = offers.filter((entry) => !isFor(entry, date))
  const show = (state: WaitingState) => <WaitingBox product={product} date={date} state={state} onLeave={focusDates} />
  const list = state && show(state)
  const isOffered = state?.kind === "offer"
  const isLoading = state?.kind === "loading"
  // A signed-in user's place is learned of late: the room of the form for joining is kept, so that nothing moves then.
  const keepsRoom = state !== null && state.kind !== "sign in" && chosenSeats.left === 0
  const hasNext = nextOpen(chosenDate.dates, date) !== undefined
  return (
    <section aria-labelledby="reserve" className="grid gap-4 panel p-4 shadow-1 lg:p-6">
      <h2 id="reserve" className="max-lg:sr-only">
        Book your seat
      </h2>
      <div className="-mb-4 last:-mb-2">
        <DateSelect
          chosenDate={chosenDate}
          offers={offers}
          isOnlyDate={!product.isRecurring && chosenDate.dates.length === 1}
        />
        {/* In the gap between the two fields, so that nothing moves when a text appears. */}
        <p className="flex min-h-6 flex-wrap gap-x-4 pt-0.5 text-sm leading-5 text-ink-2">
          <YourTime at={date.startTime} />
          <DateStatus date={date} chosenSeats={chosenSeats} />
        </p>
      </div>
      <div className={clsx("grid content-start gap-4", keepsRoom && (hasNext ? "min-h-106 lg:min-h-87" : "min-h-79"))}>
        {isOffered ? list : <Seats {...{ product, date, booking, list, isLoading, actions }} />}
      </div>
      {others.length > 0 && show({ kind: "elsewhere", offers: others })}
    </section>
  )
}

/** The effect of a new date on the seats. The count is only for screen readers: the page shows the seats left below the time. */
function DateStatus({ date, chosenSeats }: { date: Occurrence; chosenSeats: SeatChoice }) {
  const { checking, changed, cut, left, taken, capacity } = chosenSeats
  return (
    <span role="status">
      {checking && "Checking seats…"}
      {changed && !checking && (
        <span className="sr-only">{`${formatDay(date.startTime)}: ${taken} of ${capacity} seats taken. `}</span>
      )}
      {cut && !checking && <span className="font-semibold text-ink">{seatsReducedText(left, date.startTime)}</span>}
    </span>
  )
}
