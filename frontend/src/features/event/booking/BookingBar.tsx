import { useEffect, useState } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { Actions } from "./Actions"
import { isAdded, type Booking } from "./useBooking"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/layout/Button"
import { StickyBar } from "~/ui/layout/StickyBar"

/** The share of the button that has to be in sight. */
const MOST = 0.9

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

function useOutOfSight(element: HTMLElement | null): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (!element || typeof IntersectionObserver === "undefined") return
    const observer = new IntersectionObserver(([entry]) => entry && setIsAway(entry.intersectionRatio < MOST), {
      rootMargin: "-56px 0px 0px", // what is behind the header isn't in sight
      threshold: MOST,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isAway
}
