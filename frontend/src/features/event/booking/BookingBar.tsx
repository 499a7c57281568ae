import { useEffect, useState } from "react"
import { MainAction } from "./MainAction"
import { isAdded, type Booking } from "./useBooking"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/layout/Button"
import { StickyBar } from "~/ui/layout/StickyBar"

/** The share of the button that has to be in sight. */
const MOST = 0.9

/** On phones: the sum and the button of the booking box while its own button isn't in sight. */
export function BookingBar({ booking, actions }: { booking: Booking; actions: HTMLElement | null }) {
  const isAway = useOutOfSight(actions)
  if (!isAway || booking.left === 0) return null
  return (
    <StickyBar>
      <div className="wrap flex items-center justify-between gap-3 py-3">
        {isAdded(booking) ? (
          <LinkButton look="quiet" to={paths.cart()}>
            View cart
          </LinkButton>
        ) : (
          <p className="money font-semibold">{`${formatMoney(booking.sum)} · ${counted(booking.seats, "seat")}`}</p>
        )}
        <MainAction booking={booking} onRefused={() => actions?.scrollIntoView({ block: "center" })} />
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
