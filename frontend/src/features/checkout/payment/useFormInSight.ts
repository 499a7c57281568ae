import { useEffect, useRef } from "react"

const FORM_PX = 300 // a button alone is far lower, PayPal's whole form about 690 px high

/**
 * The card form opens below its button, on a phone below the fold. PayPal draws it some time after the press, so the
 * page scrolls to the box once that has grown, and then leaves the scrolling to the buyer.
 */
export function useFormInSight(open: boolean) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const grown = box.current
    if (!open || !grown || typeof ResizeObserver === "undefined") return
    const watch = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.height < FORM_PX) return
      watch.disconnect()
      grown.scrollIntoView({ block: "nearest", behavior: movementWanted() ? "smooth" : "instant" })
    })
    watch.observe(grown)
    return () => watch.disconnect()
  }, [open])
  return box
}

const movementWanted = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches
