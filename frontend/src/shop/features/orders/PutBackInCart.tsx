import { useNavigate } from "react-router-dom"
import type { Order } from "~/common/api/types"
import { sameInstant } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { Button } from "~/common/ui/layout/Button"

/** Puts the order's seats back in the cart, except for past dates. */
export default function PutBackInCart({ order }: { order: Order }) {
  const navigate = useNavigate()
  const hasUpcoming = order.orderItems.some((item) => item.bookings.some(({ bookingDate }) => isUpcoming(bookingDate)))
  if (!hasUpcoming) return null
  const putBack = () => {
    for (const item of order.orderItems) for (const booking of item.bookings) putBackOne(item, booking)
    void navigate(paths.cart())
  }
  return (
    <div className="no-print">
      <Button onClick={putBack}>Put the seats back in my cart</Button>
    </div>
  )
}

type Item = Order["orderItems"][number]

/** Doesn't add seats that are still in the cart. */
function putBackOne(
  { _id, name, image, price }: Item,
  { bookingDate, reservationSeats: { qty } }: Item["bookings"][number],
) {
  if (!isUpcoming(bookingDate)) return
  const existing = cart
    .get()
    .cartItems.find((known) => known._id === _id)
    ?.bookings?.find((known) => sameInstant(known.bookingDate, bookingDate))
  if (!existing) cart.add({ _id, name, image, price }, { bookingDate, reservationSeats: { qty } })
  else if (existing.reservationSeats.qty < qty) cart.setSeats(_id, existing.bookingDate, qty)
}

function isUpcoming(bookingDate: string): boolean {
  return Date.parse(bookingDate) > Date.now()
}
