/**
 * What the booking box shows of the cart, and free orders. In one file that loads right after the page, so that Add to Cart
 * also works for visitors who go offline once the page is there.
 */
import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useNavigate } from "react-router-dom"
import { sendOnce } from "~/common/api/idempotencyKey"
import { placeOrderMutation } from "~/shop/queries/checkout"
import type { ProductDetail } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { formatPrice } from "~/common/lib/money"
import { paths } from "~/shop/paths"
import { useCartPrice } from "~/shop/shared/cart/price"
import { useFreshCart } from "~/shop/shared/cart/freshCart"
import { type OrderPageState, successText } from "~/shop/state/checkout"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { useOutOfSight } from "~/common/ui/hooks/useInView"
import { Button, LinkButton, type Look } from "~/common/ui/layout/Button"
import { StickyBar } from "~/common/ui/layout/StickyBar"
import { notify } from "~/common/ui/overlays/notify"
import { formatSeats } from "./price"
import { type Booking, inCartText, isAdded, type SeatsInCart } from "./useBooking"

interface BookingBarProps {
  booking: Booking
  /** The element with the buttons of the booking box. */
  actions: HTMLElement | null
  /** The same buttons. */
  children: ReactNode
}

/** On phones: the buttons of the booking box while its own aren't in sight, and the sum, unless a button says it. */
export function BookingBar({ booking: { chosenSeats, inCart }, actions, children }: BookingBarProps) {
  const isAway = useOutOfSight(actions)
  if (!isAway || chosenSeats.left === 0) return null
  return (
    <StickyBar>
      <div className="wrap flex flex-wrap items-center gap-3 py-3">
        {isAdded(inCart) ? (
          <LinkButton look="quiet" to={paths.cart()}>
            View cart
          </LinkButton>
        ) : (
          (inCart.seats !== null || inCart.others > 0) && (
            <p className="money flex-1 font-semibold">
              {formatSeats(chosenSeats.seats, chosenSeats.price?.totalPrice)}
            </p>
          )
        )}
        {children}
      </div>
    </StickyBar>
  )
}

interface InCartProps {
  inCart: SeatsInCart
  startTime: string
  /** Whether the link to the checkout is here. After adding, it is in the place of Add to Cart. */
  isLinked: boolean
  /** What changes them. */
  children: ReactNode
}

/**
 * Says that the cart has seats on the date. The same text is announced when it appears, because screen readers may miss a
 * live region that appears with its text.
 */
export function InCart({ inCart: { seats, others }, startTime, isLinked, children }: InCartProps) {
  return (
    <Notice look="success">
      <p>{inCartText(seats ?? 0, startTime)}</p>
      {others > 0 && <p>It also has {counted(others, "seat")} on other dates.</p>}
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton look="secondary" to={paths.cart()}>
          View cart
        </LinkButton>
        {isLinked && (
          <LinkButton look="secondary" to={paths.checkout()} reloadDocument>
            Checkout
          </LinkButton>
        )}
        {children}
      </div>
    </Notice>
  )
}

/** " · 1 seat · $10.93": the cart's seats and total, as the checkout shows them. Without a total until it is known. */
export function CartSum() {
  const { cart, lines } = useFreshCart()
  const { price, isCurrent } = useCartPrice(cart, lines)
  const seats = lines.reduce((sum, line) => sum + line.seats, 0)
  return <>{` · ${counted(seats, "seat")}${isCurrent ? ` · ${formatPrice(price.totalPrice)}` : ""}`}</>
}

interface ReserveProps {
  product: ProductDetail
  startTime: string
  seats: number
  /** Whether the seats of the date are being counted. */
  checking: boolean
  look: Look
}

/** Orders free seats with one press, without the cart. Refused if they cost something by now. */
export function Reserve({ product, startTime, seats, checking, look }: ReserveProps) {
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
      <ErrorNotice error={place.error} className="basis-full" />
      <Button
        look={look}
        className="grow"
        busy={checking || place.isPending}
        busyText={place.isPending ? "Booking…" : undefined}
        onClick={() => void reserve().catch(() => {})}
      >
        Book {formatSeats(seats, 0)}
      </Button>
    </>
  )
}
