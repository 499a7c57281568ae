import type { Occurrence, ProductDetail } from "~/api/types"
import { Actions } from "./Actions"
import { isAdded, type Booking } from "./useBooking"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/layout/Button"
import { useOutOfSight } from "~/ui/hooks/useOutOfSight"
import { StickyBar } from "~/ui/layout/StickyBar"

interface BookingBarProps {
  product: ProductDetail
  date: Occurrence
  booking: Booking
  /** The element with the buttons of the booking box. */
  actions: HTMLElement | null
}

/** On phones: the sum and the buttons of the booking box while its own aren't in sight. */
export function BookingBar({ actions, ...of }: BookingBarProps) {
  const { booking } = of
  const isAway = useOutOfSight(actions)
  if (!isAway || booking.left === 0) return null
  return (
    <StickyBar>
      <div className="wrap flex flex-wrap items-center gap-3 py-3">
        {isAdded(booking) ? (
          <LinkButton look="quiet" to={paths.cart()}>
            View cart
          </LinkButton>
        ) : (
          <p className="flex-1 leading-tight">
            <span className="money block font-semibold">{formatMoney(booking.sum)}</span>{" "}
            <span className="text-sm">{counted(booking.seats, "seat")}</span>
          </p>
        )}
        <Actions {...of} onRefused={() => actions?.scrollIntoView({ block: "center" })} />
      </div>
    </StickyBar>
  )
}
