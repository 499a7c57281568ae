import clsx from "clsx"
import { useLayoutEffect, useRef, type ReactNode } from "react"

interface StickyBarProps {
  /** Also on large screens. */
  everywhere?: boolean
  children: ReactNode
}

/**
 * A bar at the bottom of a phone's screen. Its height is in --bar-h, so that it covers no focused control and the end
 * of the page can be scrolled above it.
 */
export function StickyBar({ everywhere = false, children }: StickyBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement
    const setHeight = () => root.style.setProperty("--bar-h", `${bar.current?.offsetHeight ?? 0}px`)
    setHeight()
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(setHeight)
    if (bar.current) observer?.observe(bar.current)
    return () => {
      observer?.disconnect()
      root.style.removeProperty("--bar-h")
    }
  }, [])
  return (
    <div
      ref={bar}
      className={clsx(
        "no-print fixed inset-x-0 bottom-0 z-20 border-t border-hair bg-paper pb-[env(safe-area-inset-bottom)] shadow-2",
        everywhere || "lg:hidden",
      )}
    >
      {children}
    </div>
  )
}
