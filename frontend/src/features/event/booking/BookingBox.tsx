import { Check } from "lucide-react"
import { lazy, Suspense, type ReactNode, type Ref } from "react"
import type { ProductDetail } from "~/api/types"
import { canceledText, inCartText, seatsReducedText } from "./bookingText"
import { nextOpen } from "./chooseDate"
import { DateSelect } from "./DateSelect"
import type { Booking } from "./useBooking"
import { nextDateHint, formatSubtotal, formatWithTax } from "~/shared/card/eventTexts"
import { formatDateOption, formatDay } from "~/lib/time/dates"
import { counted } from "~/lib/counted"
import { paths } from "~/paths"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"
import { Button, LinkButton } from "~/ui/layout/Button"
import { ErrorText } from "~/ui/forms/ErrorText"
import { SelectField } from "~/ui/forms/Field"
import { Notice } from "~/ui/feedback/Notice"
import { YourTime } from "~/ui/time/YourTime"

const WaitingBox = lazy(() => import("~/features/event/waiting/WaitingBox"))

const SEATS = "seats-to-reserve"

interface BookingBoxProps {
  product: ProductDetail
  booking: Booking
  ref: Ref<HTMLElement>
}

/** Adds seats on a date to the cart. */
export function BookingBox({ product, booking, ref }: BookingBoxProps) {
  const { date, left, checking, error } = booking
  const isFull = left === 0 && !checking
  const hasWaitingList = useUser() !== null || isFull // a signed-in visitor may have an offer while seats are left
  return (
    <section
      ref={ref}
      aria-labelledby="reserve"
      className="grid gap-4 rounded-card border border-hair bg-paper p-4 shadow-1 lg:p-6"
    >
      <h2 id="reserve">Save your seat</h2>
      <AskedDateNotice booking={booking} />
      <div className="-mb-4">
        <DateSelect booking={booking} />
        {/* In the gap between the two fields, so that nothing moves when a text appears. */}
        <p className="flex min-h-6 flex-wrap gap-x-4 pt-0.5 text-sm leading-5 text-ink-2">
          {date && <YourTime at={date.startTime} timeZone={shop().timeZone} />}
          <DateStatus booking={booking} />
        </p>
      </div>
      {left > 0 ? <SeatSelect booking={booking} price={product.price} /> : isFull && <SoldOut booking={booking} />}
      {date && hasWaitingList && product.status === "published" && (
        <Suspense>
          <WaitingBox product={product} date={date} isFull={isFull} />
        </Suspense>
      )}
      {error && (
        <div role="alert">
          <ErrorText>{error}</ErrorText>
        </div>
      )}
      {/* Above the button, because a phone may not show what is below it. */}
      <div className="grid">
        <SeatsInCart booking={booking} />
        <AddButton booking={booking} />
      </div>
      {booking.inCart !== null && date && (
        <InCart seats={booking.inCart} startTime={date.startTime}>
          {!booking.further && <ChangeSeats booking={booking} />}
        </InCart>
      )}
    </section>
  )
}

function AskedDateNotice({ booking: { answer, canceled, date } }: { booking: Booking }) {
  if (answer === "as asked" || !date) return null
  const reason = answer === "past" ? "This date has passed." : "This date is not on our calendar."
  return (
    <Notice look="warning" role="status">
      {canceled ? canceledText(canceled, shop().timeZone) : reason} Next:{" "}
      {formatDateOption(date.startTime, shop().timeZone)}, chosen below.
    </Notice>
  )
}

/** The effect of a new date on the seats. The count is only for screen readers: it is visible in the event's facts. */
function DateStatus({ booking: { date, checking, changed, cut, left, taken, capacity } }: { booking: Booking }) {
  return (
    <span role="status">
      {checking && "Checking seats…"}
      {changed && !checking && date && (
        <span className="sr-only">{`${formatDay(date.startTime, shop().timeZone)}: ${taken} of ${capacity} seats taken. `}</span>
      )}
      {cut && !checking && date && (
        <span className="font-semibold text-ink">{seatsReducedText(left, date.startTime, shop().timeZone)}</span>
      )}
    </span>
  )
}

function SeatSelect({ booking, price }: { booking: Booking; price: number }) {
  const { seats, left, checking, setSeats, sum, taxed } = booking
  const { pricePer, taxRate } = shop()
  return (
    <>
      <SelectField
        id={SEATS}
        label="Seats to Reserve"
        value={seats}
        disabled={checking}
        onChange={(event) => setSeats(Number(event.target.value))}
      >
        {Array.from({ length: left }, (_, index) => (
          <option key={index + 1} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </SelectField>
      <output className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="money text-lg font-semibold">{formatSubtotal(seats, price, sum, pricePer)}</span>
        {taxRate > 0 && sum > 0 && (
          <span className="text-sm text-ink-2">
            <span className="sr-only">, </span>
            {formatWithTax(taxed)}
          </span>
        )}
      </output>
    </>
  )
}

function SoldOut({ booking: { dates, date, choose } }: { booking: Booking }) {
  const next = date && nextOpen(dates, date)
  const focusDates = () => document.getElementById("reservation-date")?.focus()
  return (
    <Notice look="info">
      <p className="font-semibold">This date is sold out.</p>
      {next && (
        <>
          <p>{nextDateHint(next, shop().timeZone)}</p>
          <YourTime at={next.startTime} timeZone={shop().timeZone} className="block text-sm text-ink-2" />
          <div className="mt-2 flex flex-wrap gap-3">
            <Button
              look="secondary"
              onClick={() => {
                choose(next.startTime)
                focusDates() // this button disappears
              }}
            >
              Choose {formatDay(next.startTime, shop().timeZone)}
            </Button>
            <Button look="quiet" onClick={focusDates}>
              See other dates
            </Button>
          </div>
        </>
      )}
      {!next && (
        <Button look="secondary" className="mt-2" onClick={showSimilarEvents}>
          See similar events
        </Button>
      )}
    </Notice>
  )
}

/** Similar events load when their section is scrolled near. */
function showSimilarEvents() {
  const section = document.getElementById("more-nights")
  section?.scrollIntoView({ block: "start" })
  section?.focus({ preventScroll: true })
}

/** Shows "Added" for two seconds. It is always the same button, so that it keeps the focus. */
export function AddButton({ booking, onRefused }: { booking: Booking; onRefused?: () => void }) {
  const { left, checking, justAdded, add } = booking
  return (
    <Button
      disabled={left === 0}
      busy={checking}
      onClick={() => {
        if (!add() && !justAdded) onRefused?.()
      }}
      className="min-w-34"
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

/** If the cart has seats on the date: their number after Add to Cart, and a button for just the chosen number. */
function SeatsInCart({ booking }: { booking: Booking }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 *:not-empty:mb-3">
      <p role="status" className="text-sm font-semibold empty:-mr-4">
        {sumText(booking)}
      </p>
      {booking.further && <ChangeSeats booking={booking} />}
    </div>
  )
}

/** Above Add to Cart while choosing. Below it after an add, so that a second tap doesn't hit it. */
function ChangeSeats({ booking: { inCart, seats, left, checking, set } }: { booking: Booking }) {
  if (inCart === null || inCart === seats || left === 0 || checking) return null
  return (
    <Button
      look="secondary"
      onClick={() => {
        set()
        document.getElementById(SEATS)?.focus() // this button disappears
      }}
    >
      Change to {counted(seats, "seat")}
    </Button>
  )
}

/** "Adding 3 more makes 5 seats."; "" for more seats than are left, which Add to Cart reports. */
function sumText({ inCart, further, seats, left }: Booking): string {
  const all = (inCart ?? 0) + seats
  return inCart !== null && further && all <= left ? `Adding ${seats} more makes ${counted(all, "seat")}.` : ""
}

/** The same text is announced when it appears, because screen readers may miss a live region that appears with its text. */
function InCart({ seats, startTime, children }: { seats: number; startTime: string; children: ReactNode }) {
  return (
    <Notice look="success">
      <p>{inCartText(seats, startTime, shop().timeZone)}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton look="secondary" to={paths.cart()}>
          View cart
        </LinkButton>
        <LinkButton look="secondary" to={paths.checkout()} reloadDocument>
          Checkout
        </LinkButton>
        {children}
      </div>
    </Notice>
  )
}
