import { useEffect, useRef } from "react"

/**
 * A row that is removed takes the focus with it, when the list comes anew: then the focus goes to what has the ref
 * `top`. Call `lostRow` once the removal is done.
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
