import { useNavigate } from "react-router-dom"
import type { Order } from "~/api/types"
import { sameInstant } from "~/lib/time/dates"
import { paths } from "~/paths"
import { cart } from "~/state/cart"
import { Button } from "~/ui/layout/Button"

/** Dates that have passed since are not put back. */
export default function PutBackInCart({ order }: { order: Order }) {
  const navigate = useNavigate()
  const coming = order.orderItems.some((item) => item.bookings.some(({ bookingDate }) => isComing(bookingDate)))
  if (!coming) return null
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

/** Seats that are in the cart still are not added a second time. */
function putBackOne(
  { _id, name, image, price }: Item,
  { bookingDate, reservationSeats: { qty } }: Item["bookings"][number],
) {
  if (!isComing(bookingDate)) return
  const there = cart
    .get()
    .cartItems.find((known) => known._id === _id)
    ?.bookings?.find((known) => sameInstant(known.bookingDate, bookingDate))
  if (!there) cart.add({ _id, name, image, price }, { bookingDate, reservationSeats: { qty } })
  else if (there.reservationSeats.qty < qty) cart.setSeats(_id, there.bookingDate, qty)
}

function isComing(bookingDate: string): boolean {
  return Date.parse(bookingDate) > Date.now()
}
