import { useRef, type RefObject } from "react"

/**
 * Props for the content of a Radix dialog that return the focus when it closes. Radix does this only for its own
 * trigger, but these dialogs are opened by any control. `fallback` gets the focus if that control no longer exists.
 */
export function useReturnFocus(fallback?: RefObject<HTMLElement | null>) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // A choice in the dialog may have opened a new page, whose heading has the focus now.
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost) (opener.current?.isConnected ? opener : fallback)?.current?.focus()
    },
  }
}
