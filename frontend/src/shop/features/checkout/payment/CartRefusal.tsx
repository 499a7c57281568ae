import { useQueryClient } from "@tanstack/react-query"
import { invalidate } from "~/common/api/queryClient"
import { formatDay, sameInstant } from "~/common/lib/time/dates"
import { formatMoney } from "~/common/lib/money"
import type { ChangedPrice, Shortage } from "~/common/api/types"
import { cart, useCart, type Cart } from "~/shop/state/cart"
import { Button } from "~/common/ui/layout/Button"
import { Notice } from "~/common/ui/feedback/Notice"
import type { Refusal } from "./machine"

interface CartRefusalProps {
  refusal: Extract<Refusal, { kind: "price" | "short" | "date" }>
  onDone: () => void
}

/** A refusal that the buyer can solve by changing the cart. Loaded later, because few orders are refused. */
export default function CartRefusal({ refusal, onDone }: CartRefusalProps) {
  switch (refusal.kind) {
    case "price":
      return <PriceRefusal quote={refusal.quote} was={refusal.was} onDone={onDone} />
    case "short":
      return <ShortRefusal message={refusal.message} short={refusal.short} />
    case "date":
      return <DateRefusal {...refusal} onDone={onDone} />
  }
}

function PriceRefusal({ quote, was, onDone }: { quote: ChangedPrice; was: number; onDone: () => void }) {
  const client = useQueryClient()
  const accept = () => {
    for (const { _id, price } of quote.items) cart.updateItem(_id, { price })
    invalidate(client, ["Product", "Quote"])
    onDone()
  }
  return (
    <Notice look="warning" role="alert">
      <p className="mb-2">
        The total is now {formatMoney(quote.totalPrice)} (was {formatMoney(was)}). Nothing is held yet.
      </p>
      <Button look="secondary" onClick={accept}>
        Accept
      </Button>
    </Notice>
  )
}

/** Has a row for each date with too few seats, until the buyer changes or removes it. */
function ShortRefusal({ message, short }: { message: string; short: readonly Shortage[] }) {
  const now = useCart()
  const remaining = short.filter((shortage) => seatsInCart(now, shortage) > shortage.countInStock)
  if (short.some((shortage) => seatsInCart(now, shortage) > 0) && remaining.length === 0) return null
  return (
    <Notice look="warning" role="alert">
      <p>{message} Nothing was charged.</p>
      <ul className="mt-2 grid gap-2">
        {remaining.map((shortage) => (
          <ShortRow
            key={`${shortage.product} ${shortage.bookingDate}`}
            shortage={shortage}
            isNamed={short.length === 1}
          />
        ))}
      </ul>
    </Notice>
  )
}

/** `isNamed`: the message above already names this date, because it is the only one. */
function ShortRow({ shortage, isNamed }: { shortage: Shortage; isNamed: boolean }) {
  const { name, countInStock } = shortage
  const day = formatDay(shortage.bookingDate)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!isNamed && (
        <span>
          {name}, {day}
        </span>
      )}
      {countInStock > 0 && (
        <Button
          look="secondary"
          aria-label={`Change to ${countInStock}: ${name}, ${day}`}
          onClick={() => reduceSeats(shortage)}
        >
          Change to {countInStock}
        </Button>
      )}
      <Button look="secondary" aria-label={`Remove ${name}, ${day}`} onClick={() => remove(shortage)}>
        Remove
      </Button>
    </li>
  )
}

interface DateRefusalProps {
  message: string
  product: string | null
  bookingDate: string | null
  onDone: () => void
}

function DateRefusal({ message, product, bookingDate, onDone }: DateRefusalProps) {
  return (
    <Notice look="warning" role="alert">
      <p>{message} Nothing was charged.</p>
      {product && bookingDate && (
        <Button
          look="secondary"
          className="mt-2"
          onClick={() => {
            remove({ product, bookingDate })
            onDone()
          }}
        >
          Remove
        </Button>
      )}
    </Notice>
  )
}

type CartDate = Pick<Shortage, "product" | "bookingDate">

function bookingOf({ cartItems }: Cart, { product, bookingDate }: CartDate) {
  const item = cartItems.find(({ _id }) => _id === product)
  return item?.bookings?.find((booking) => sameInstant(booking.bookingDate, bookingDate))
}

function seatsInCart(now: Cart, date: CartDate): number {
  return bookingOf(now, date)?.reservationSeats.qty ?? 0
}

function reduceSeats(shortage: Shortage): void {
  const booking = bookingOf(cart.get(), shortage)
  if (booking) cart.setSeats(shortage.product, booking.bookingDate, shortage.countInStock)
}

function remove(date: CartDate): void {
  const booking = bookingOf(cart.get(), date)
  if (booking) cart.setSeats(date.product, booking.bookingDate, 0)
}
