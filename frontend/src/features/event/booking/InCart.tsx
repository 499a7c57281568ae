/** What the booking box shows if the cart has seats on the date. */
import { inCartText } from "./bookingText"
import { focusSeats } from "./SeatSelect"
import type { Booking } from "./useBooking"
import { counted } from "~/lib/counted"
import { paths } from "~/paths"
import { formatPrice } from "~/shared/card/tile"
import { useCartPrice } from "~/shared/cart/useCartPrice"
import { useFreshCart } from "~/shared/cart/useFreshCart"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { Button, LinkButton } from "~/ui/layout/Button"

interface InCartProps {
  booking: Booking
  startTime: string
  /** Whether the links to cart and checkout are here. After adding, they are in the place of Add to Cart. */
  isLinked: boolean
}

/** The same text is announced when it appears, because screen readers may miss a live region that appears with its text. */
export function InCart({ booking, startTime, isLinked }: InCartProps) {
  return (
    <Notice look="success">
      <p>{inCartText(booking.inCart ?? 0, startTime, shop().timeZone)}</p>
      <div className="flex flex-wrap gap-3 not-empty:mt-2">
        {isLinked && (
          <>
            <LinkButton look="secondary" to={paths.cart()}>
              View cart
            </LinkButton>
            <LinkButton look="secondary" to={paths.checkout()} reloadDocument>
              Checkout
            </LinkButton>
          </>
        )}
        {!booking.further && <ChangeSeats booking={booking} />}
      </div>
    </Notice>
  )
}

/** Before adding to the seats in the cart: their number after Add to Cart, and a button for just the chosen number. */
export function Adding({ booking }: { booking: Booking }) {
  return (
    <>
      <p className="text-sm font-semibold empty:-mr-4">{sumText(booking)}</p>
      <ChangeSeats booking={booking} />
    </>
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
        focusSeats() // this button disappears
      }}
    >
      Change to {counted(seats, "seat")}
    </Button>
  )
}

/** "Adding 3 more makes 5 seats."; "" for more seats than are left, which Add to Cart reports. */
function sumText({ inCart, seats, left }: Booking): string {
  const all = (inCart ?? 0) + seats
  return all <= left ? `Adding ${seats} more makes ${counted(all, "seat")}.` : ""
}

/** " · 1 seat · $10.93": the cart's seats and total, as the checkout shows them. Without a total until it is known. */
export function CartSum() {
  const { cart, lines } = useFreshCart()
  const { price, isCurrent } = useCartPrice(cart, lines)
  const seats = lines.reduce((sum, line) => sum + line.seats, 0)
  return ` · ${counted(seats, "seat")}${isCurrent ? ` · ${formatPrice(price.totalPrice)}` : ""}`
}
