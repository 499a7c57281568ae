import { useEffect, useRef } from "react"
import { formatMoney } from "~/lib/money"
import type { Totals } from "~/lib/pricing"
import { announce } from "~/ui/feedback/announce"

const DELAY_MS = 500

/** Announces a new subtotal to screen readers after half a second without another change. */
export function useAnnouncedSubtotal({ itemsPrice }: Totals): void {
  const announced = useRef(itemsPrice)
  useEffect(() => {
    if (announced.current === itemsPrice) return
    const timer = setTimeout(() => {
      announced.current = itemsPrice
      announce(`Subtotal is now ${formatMoney(itemsPrice)}`)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [itemsPrice])
}
