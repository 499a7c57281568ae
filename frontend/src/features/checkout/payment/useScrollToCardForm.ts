import { useEffect, useRef } from "react"

const FORM_PX = 300 // the button alone is much lower, and PayPal's form is about 690 px high
const SETTLED_MS = 300

/**
 * Scrolls to the card form, which opens below its button and, on phones, below the visible part. PayPal renders it some
 * time after the click, and the line about the held seats appears above it, so this waits until sizes stop changing. It
 * scrolls only once.
 */
export function useScrollToCardForm(open: boolean) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = box.current
    if (!open || !form || typeof ResizeObserver === "undefined") return
    let settled: ReturnType<typeof setTimeout>
    const show = () => {
      if (form.getBoundingClientRect().height < FORM_PX) return
      observer.disconnect()
      form.scrollIntoView({ block: "nearest", behavior: allowsMotion() ? "smooth" : "instant" })
    }
    const observer = new ResizeObserver(() => {
      clearTimeout(settled)
      settled = setTimeout(show, SETTLED_MS)
    })
    observer.observe(form)
    observer.observe(document.body)
    return () => {
      clearTimeout(settled)
      observer.disconnect()
    }
  }, [open])
  return box
}

const allowsMotion = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches
