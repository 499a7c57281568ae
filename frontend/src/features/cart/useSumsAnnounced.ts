import { useEffect, useRef } from "react"
import { formatMoney } from "~/lib/money"
import type { Cart } from "~/state/cart"
import { announce } from "~/ui/feedback/announce"

const QUIET_MS = 500

/** Tells screen readers the new sum, once, after half a second without another change; not when the page opens. */
export function useSumsAnnounced({ itemsPrice }: Cart): void {
  const announced = useRef(itemsPrice)
  useEffect(() => {
    if (announced.current === itemsPrice) return
    const timer = setTimeout(() => {
      announced.current = itemsPrice
      announce(`Subtotal is now ${formatMoney(itemsPrice)}`)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [itemsPrice])
}
