import { formatMoney } from "~/common/lib/money"
import { counted, unbroken } from "~/common/lib/text"
import { seatsOnDates } from "~/shop/shared/cart/seatsOnDates"
import { formatDay } from "~/common/lib/time/dates"
import { orderWaits } from "~/shop/features/account/fields"
import { isCheckout } from "~/shop/layout/guards"
import { useCartPrice } from "~/shop/shared/cart/price"
import { type Cart, useCart } from "~/shop/state/cart"
import { Notice } from "~/common/ui/feedback/Notice"

interface AlmostBookedProps {
  /** What the user returns to. */
  redirect: string
  /** "Sign in", or "" if the page says it already */
  step: string
}

/** On the way to the checkout: what is being booked, which this step is a part of. */
export function AlmostBooked({ redirect, step }: AlmostBookedProps) {
  const cart = useCart()
  const { price, isCurrent } = useCartPrice(cart, [])
  const what = isOwnCart(redirect) && bookedText(cart)
  if (!isCheckout(redirect)) return null
  if (!what) return step && <Notice>{step + orderWaits()}</Notice>
  const total = price.totalPrice === 0 ? "free" : formatMoney(price.totalPrice)
  return (
    <Notice>
      <p>
        <span className="font-semibold">Almost booked:</span> {what}
        {isCurrent && <span className="whitespace-nowrap"> · {total}</span>}
      </p>
    </Notice>
  )
}

/** Whether the checkout is the cart's, and not that of an order or a gift in its address. */
const isOwnCart = (redirect: string) => !redirect.includes("?")

/** "1 seat, Draft Night, Fri, Dec 4" or "3 seats on 2 dates"; "" without seats */
function bookedText({ cartItems }: Cart): string {
  const lines = cartItems.flatMap(({ name, bookings = [] }) =>
    bookings.map(({ bookingDate, reservationSeats }) => ({ name, bookingDate, seats: reservationSeats.qty })),
  )
  const [only, ...others] = lines
  if (!only) return ""
  if (others.length > 0) return seatsOnDates(lines)
  return `${counted(only.seats, "seat")}, ${only.name}, ${unbroken(formatDay(only.bookingDate))}`
}
