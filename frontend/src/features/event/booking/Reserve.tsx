import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { messageOf } from "~/api/client"
import { sendOnce } from "~/api/idempotencyKey"
import { placeOrderMutation } from "~/api/queries/checkout"
import type { ProductDetail } from "~/api/types"
import { paths } from "~/paths"
import { successText, type OrderPageState } from "~/state/checkout"
import { ErrorText } from "~/ui/forms/ErrorText"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"

interface ReserveProps {
  product: ProductDetail
  startTime: string
  seats: number
  /** Whether the seats of the date are being counted. */
  checking: boolean
}

/** Orders free seats with one press, without the cart. Refused if they cost something by now. */
export function Reserve({ product, startTime, seats, checking }: ReserveProps) {
  const navigate = useNavigate()
  const place = useMutation(placeOrderMutation)
  const reserve = async () => {
    const { _id, name, price } = product
    const bookings = [{ bookingDate: startTime, reservationSeats: { qty: seats } }]
    const order = { orderItems: [{ _id, name, price, bookings }], totalPrice: 0 }
    const placed = await sendOnce(`${_id} ${startTime} ${seats}`, (idempotencyKey) =>
      place.mutateAsync({ order, idempotencyKey }),
    )
    await navigate(paths.order(placed._id), { state: { placed: true } satisfies OrderPageState })
    notify.success(successText(placed))
  }
  return (
    <>
      {place.error && (
        <div role="alert" className="basis-full">
          <ErrorText>{messageOf(place.error)}</ErrorText>
        </div>
      )}
      <Button
        className="grow"
        busy={checking || place.isPending}
        busyText={place.isPending ? "Reserving…" : undefined}
        onClick={() => void reserve().catch(() => {})}
      >
        Reserve
      </Button>
    </>
  )
}
