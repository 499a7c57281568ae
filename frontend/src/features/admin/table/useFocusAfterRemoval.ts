import { useEffect, useRef } from "react"

/**
 * After a row is removed, or its button that was used, moves the focus to the element with the ref `top` as soon as the
 * list is updated. Call `onRowRemoved` after the removal.
 */
export function useFocusAfterRemoval(list: unknown) {
  const top = useRef<HTMLDivElement>(null)
  const isRemoved = useRef(false)
  useEffect(() => {
    if (!isRemoved.current) return
    isRemoved.current = false
    if (document.activeElement === document.body) top.current?.focus()
  }, [list])
  return {
    top,
    onRowRemoved: () => {
      isRemoved.current = true
    },
  }
}
