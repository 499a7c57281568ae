import { type UIEvent, useLayoutEffect, useRef } from "react"

/**
 * Props for a row of slides, each as wide as the row, with CSS scroll snapping. Shows slide `at`; `onTurn` says which one
 * a swipe has reached.
 */
export function useSlides<Row extends HTMLElement>(at: number, onTurn: (at: number) => void) {
  const row = useRef<Row>(null)
  const isTurning = useRef(false) // towards `at`, past others
  useLayoutEffect(() => {
    if (!row.current || slideAt(row.current) === at) return
    isTurning.current = true
    row.current.scrollLeft = at * row.current.clientWidth
  }, [at])
  const stop = () => void (isTurning.current = false)
  return {
    ref: row,
    onWheel: stop,
    onPointerDown: stop,
    onKeyDown: stop,
    onScroll: ({ currentTarget }: UIEvent<Row>) => {
      const shown = slideAt(currentTarget)
      if (shown === at) stop()
      else if (!isTurning.current) onTurn(shown)
    },
  }
}

/** Returns which slide fills most of the row. */
function slideAt({ scrollLeft, clientWidth }: HTMLElement): number {
  return Math.round(scrollLeft / (clientWidth || 1))
}
