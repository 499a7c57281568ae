import { useEffect, useState, type RefObject } from "react"
import { MainAction } from "./MainAction"
import { isAdded, type Booking } from "./useBooking"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/layout/Button"
import { StickyBar } from "~/ui/layout/StickyBar"

/** On phones: the sum and the button of the booking box after it has scrolled off the top. */
export function BookingBar({ booking, box }: { booking: Booking; box: RefObject<HTMLElement | null> }) {
  const isAway = useScrolledAway(box)
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
        <MainAction booking={booking} onRefused={() => box.current?.scrollIntoView({ block: "center" })} />
      </div>
    </StickyBar>
  )
}

function useScrolledAway(box: RefObject<HTMLElement | null>): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (!box.current || typeof IntersectionObserver === "undefined") return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setIsAway(!entry.isIntersecting && entry.boundingClientRect.bottom < window.innerHeight / 2)
      },
      { rootMargin: "-150px 0px 0px" }, // ignores what is behind the header, and a last strip without the button
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return isAway
}
