import { useEffect, useState, type RefObject } from "react"
import { AddButton } from "~/features/events/booking/BookingBox"
import type { Booking } from "~/features/events/booking/useBooking"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/Button"

const HEIGHT = "4.25rem"

/** On phones: what the booking box says, once it has scrolled away upwards. */
export function StickyBar({ booking, box }: { booking: Booking; box: RefObject<HTMLElement | null> }) {
  const away = useScrolledAway(box) && booking.left > 0
  useEffect(() => {
    if (!away) return
    const root = document.documentElement
    root.style.setProperty("--bar-h", HEIGHT)
    return () => void root.style.removeProperty("--bar-h")
  }, [away])
  if (!away) return null
  return (
    <div className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-hair bg-paper shadow-2 lg:hidden">
      <div className="wrap flex items-center justify-between gap-3 py-3">
        {booking.inCart === null ? (
          <p className="money font-semibold">{`${formatMoney(booking.sum)} · ${counted(booking.seats, "seat")}`}</p>
        ) : (
          <LinkButton look="quiet" to={paths.cart()}>
            View cart
          </LinkButton>
        )}
        <AddButton booking={booking} onRefused={() => box.current?.scrollIntoView({ block: "center" })} />
      </div>
    </div>
  )
}

function useScrolledAway(box: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!box.current || typeof IntersectionObserver === "undefined") return
    const watch = new IntersectionObserver(([seen]) => {
      if (seen) setAway(!seen.isIntersecting && seen.boundingClientRect.bottom < window.innerHeight / 2)
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box])
  return away
}
