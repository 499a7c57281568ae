import { useEffect, useRef } from "react"

/**
 * When a row is removed, the focus moves to the element with the ref `top` as soon as the list is updated. Call
 * `lostRow` after the removal.
 */
export function useFocusAfterRemoval(list: unknown) {
  const top = useRef<HTMLDivElement>(null)
  const lost = useRef(false)
  useEffect(() => {
    if (!lost.current) return
    lost.current = false
    if (document.activeElement === document.body) top.current?.focus()
  }, [list])
  return {
    top,
    lostRow: () => {
      lost.current = true
    },
  }
}
