import { useRef, type RefObject } from "react"

/**
 * Spread onto a Radix dialog's content: when it closes, the focus goes back to what had it. Radix only does
 * this for its own trigger, and our dialogs are opened by any control. If that one is gone, `otherwise` gets it.
 */
export function useReturnFocus(otherwise?: RefObject<HTMLElement | null>) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // A choice in the dialog may have opened another page, whose heading has the focus now.
      const nowhere = document.activeElement === null || document.activeElement === document.body
      if (nowhere) (opener.current?.isConnected ? opener : otherwise)?.current?.focus()
    },
  }
}
