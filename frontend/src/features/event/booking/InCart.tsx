/** What the booking box shows if the cart has seats on the date. */
import { inCartText } from "./bookingText"
import { ChangeSeats } from "./Adding"
import type { Booking } from "./useBooking"
import { counted } from "~/lib/counted"
import { paths } from "~/paths"
import { formatPrice } from "~/shared/card/tile"
import { useCartPrice } from "~/shared/cart/useCartPrice"
import { useFreshCart } from "~/shared/cart/useFreshCart"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { LinkButton } from "~/ui/layout/Button"

interface InCartProps {
  booking: Booking
  startTime: string
  /** Whether the link to the checkout is here. After adding, it is in the place of Add to Cart. */
  isLinked: boolean
}

/** The same text is announced when it appears, because screen readers may miss a live region that appears with its text. */
export function InCart({ booking, startTime, isLinked }: InCartProps) {
  return (
    <Notice look="success">
      <p>{inCartText(booking.inCart ?? 0, startTime, shop().timeZone)}</p>
      {booking.others > 0 && <p>It also has {counted(booking.others, "seat")} on other dates.</p>}
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton look="secondary" to={paths.cart()}>
          View cart
        </LinkButton>
        {isLinked && (
          <LinkButton look="secondary" to={paths.checkout()} reloadDocument>
            Checkout
          </LinkButton>
        )}
        {!booking.further && <ChangeSeats booking={booking} />}
      </div>
    </Notice>
  )
}

/** " · 1 seat · $10.93": the cart's seats and total, as the checkout shows them. Without a total until it is known. */
export function CartSum() {
  const { cart, lines } = useFreshCart()
  const { price, isCurrent } = useCartPrice(cart, lines)
  const seats = lines.reduce((sum, line) => sum + line.seats, 0)
  return ` · ${counted(seats, "seat")}${isCurrent ? ` · ${formatPrice(price.totalPrice)}` : ""}`
}
