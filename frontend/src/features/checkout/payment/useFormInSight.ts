import { useEffect, useRef } from "react"

const FORM_PX = 300 // a button alone is far lower, PayPal's whole form about 690 px high
const SETTLED_MS = 300

/**
 * The card form opens below its button, on a phone below the fold. PayPal draws it some time after the press, and the
 * line about the held seats comes above it: once nothing grows any more the page scrolls to the box, and then leaves
 * the scrolling to the buyer.
 */
export function useFormInSight(open: boolean) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = box.current
    if (!open || !form || typeof ResizeObserver === "undefined") return
    let settled: ReturnType<typeof setTimeout>
    const show = () => {
      if (form.getBoundingClientRect().height < FORM_PX) return
      watch.disconnect()
      form.scrollIntoView({ block: "nearest", behavior: movementWanted() ? "smooth" : "instant" })
    }
    const watch = new ResizeObserver(() => {
      clearTimeout(settled)
      settled = setTimeout(show, SETTLED_MS)
    })
    watch.observe(form)
    watch.observe(document.body)
    return () => {
      clearTimeout(settled)
      watch.disconnect()
    }
  }, [open])
  return box
}

const movementWanted = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches
