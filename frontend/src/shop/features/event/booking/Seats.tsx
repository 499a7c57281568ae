import type { ReactNode, Ref } from "react"
import type { Occurrence, ProductDetail } from "~/common/api/types"
import { nextOpen } from "~/shop/features/event/dates/chooseDate"
import { counted } from "~/common/lib/text"
import { useUser } from "~/shop/state/session"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { SelectField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { latePart, orNothing, room } from "~/common/ui/layout/latePart"
import { Actions, canBookAtOnce, isFree } from "./Actions"
import { SeatsSum } from "./price"
import type { Booking, SeatChoice } from "./useBooking"

const InCart = latePart(async () => ({ default: (await import("./CartAndOrder")).InCart }), orNothing)
const Quote = latePart(() => import("./quote"), orNothing)
const Terms = latePart(() => import("./Terms"), room("mt-2 min-h-6"))
const SoldOut = latePart(() => import("~/shop/features/event/waiting/SoldOut"), {
  waiting: ({ next }) => <div className={next ? "min-h-48 lg:min-h-34" : "min-h-26"} />,
})

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
  const { chosenDate, chosenSeats, inCart } = booking
  const { left, seats, quoting } = chosenSeats
  const hasSome = inCart.seats !== null
  const isFull = left === 0 // as the page knows it until the seats are counted
  const hasButton = !isFull || list === null
  const next = nextOpen(chosenDate.dates, date)
  const free = isFree(product)
  const user = useUser() // whose button for free seats is RSVP
  const isSumOnButton = !(free && user) && canBookAtOnce(booking, free)
  return (
    <>
      {left > 0 && <SeatSelect {...chosenSeats} isOnButton={isSumOnButton} />}
      {left > 0 && quoting && <Quote {...{ product, seats }} {...quoting} startTime={date.startTime} />}
      {isFull && !isLoading && <SoldOut next={next} choose={chosenDate.choose} />}
      {list}
      <ErrorNotice error={inCart.error} />
      {hasButton && (
        <div className="grid">
          {/* Above the button, because a phone may not show what is below it. */}
          <div role="status" className="flex flex-wrap items-center gap-x-4 *:not-empty:mb-3">
            {hasSome && inCart.further && <Adding booking={booking} isFree={free} />}
          </div>
          <div ref={actions} className="flex flex-wrap gap-2">
            <Actions {...{ product, date, booking }} />
          </div>
          {left > 0 && <Terms product={product} startTime={date.startTime} />}
        </div>
      )}
      {hasSome && (
        <InCart inCart={inCart} startTime={date.startTime} isLinked={inCart.further || !hasButton}>
          {!inCart.further && <ChangeSeats booking={booking} />}
        </InCart>
      )}
    </>
  )
}

const SEATS = "seats-to-reserve"

/** For a button that disappears when it is pressed. */
const focusSeats = () => document.getElementById(SEATS)?.focus()

/** The number of seats, and what they cost. */
function SeatSelect(props: SeatChoice & { isOnButton: boolean }) {
  const { seats, left, checking, choose, price, isOnButton } = props
  return (
    <>
      <SelectField
        id={SEATS}
        label="Seats to Reserve"
        value={seats}
        disabled={checking}
        className="grid-cols-[1fr_6rem] items-center max-[16rem]:grid-cols-1"
        onChange={(event) => choose(Number(event.target.value))}
      >
        {Array.from({ length: left }, (_, index) => (
          <option key={index + 1} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </SelectField>
      <SeatsSum {...{ seats, price, isOnButton }} />
    </>
  )
}

/**
 * Before adding to the seats in the cart: their number after Add to Cart, which free seats don't have, and a button for just
 * the chosen number.
 */
function Adding({ booking, isFree }: { booking: Booking; isFree: boolean }) {
  return (
    <>
      {!isFree && <p className="text-sm font-semibold empty:-mr-4">{sumText(booking)}</p>}
      <ChangeSeats booking={booking} />
    </>
  )
}

/** Above Add to Cart while choosing. Below it after an add, so that a second tap doesn't hit it. */
function ChangeSeats({ booking: { inCart, chosenSeats } }: { booking: Booking }) {
  const { seats, left, checking } = chosenSeats
  if (inCart.seats === null || inCart.seats === seats || left === 0 || checking) return null
  return (
    <Button
      look="secondary"
      onClick={() => {
        void inCart.set().then(focusSeats) // this button disappears
      }}
    >
      Change to {counted(seats, "seat")}
    </Button>
  )
}

/** "Adding 3 more makes 5 seats."; "" for more seats than are left, which Add to Cart reports. */
function sumText({ inCart, chosenSeats: { seats, left } }: Booking): string {
  const all = (inCart.seats ?? 0) + seats
  return all <= left ? `Adding ${seats} more makes ${counted(all, "seat")}.` : ""
}
