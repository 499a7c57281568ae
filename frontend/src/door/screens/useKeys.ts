import { useEffect, useEffectEvent, type RefObject } from "react"

interface Keys {
  /** Whether a verdict covers the screen. */
  isCovered: boolean
  close: () => void
  undo: () => void
  code: RefObject<HTMLInputElement | null>
  search: RefObject<HTMLInputElement | null>
}

/** F2 searches, Esc goes back, Alt+Z undoes. Typing over a verdict begins the next code, as USB scanners do. */
export function useKeys({ isCovered, close, undo, code, search }: Keys): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.altKey && event.code === "KeyZ") {
      event.preventDefault()
      undo()
    } else if (event.key === "F2") {
      event.preventDefault()
      search.current?.focus()
    } else if (event.key === "Escape") {
      close()
    } else if (isCovered && isPlain && /^[\w-]$/.test(event.key)) {
      code.current?.focus({ preventScroll: true }) // and gets the character
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener("keydown", listener)
    return () => window.removeEventListener("keydown", listener)
  }, [])
}
