import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"

/**
 * Scrolls to and focuses the returned element when the URL has this hash. The router only scrolls, and only to elements
 * that have already rendered.
 */
export function useFocusOnHash(expected: string) {
  const target = useRef<HTMLHeadingElement & HTMLParagraphElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash !== expected) return
    // Runs after Frame has focused the page's heading.
    const frame = requestAnimationFrame(() => {
      target.current?.scrollIntoView({ block: "start" })
      target.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash, key, expected])
  return target
}
