import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"

/** A link to a part of a page moves the focus there too; the router scrolls alone, and only to what is drawn already. */
export function useFocusOnHash(wanted: string) {
  const target = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash !== wanted) return
    // After the frame has put the focus on the page's heading.
    const soon = requestAnimationFrame(() => {
      target.current?.scrollIntoView({ block: "start" })
      target.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(soon)
  }, [hash, key, wanted])
  return target
}
