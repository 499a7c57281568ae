import { useEffect, useRef } from "react"

/**
 * Returns a function that runs its argument immediately or, while the mouse button is down, after the click. Content
 * that appears in between would move the element that is being pressed. Browsers report taps as mouse presses too.
 */
export function useAfterPress(): (act: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const press = () => void (pressed.current = true)
    const release = () => {
      pressed.current = false
      if (waiting.current) setTimeout(waiting.current)
      waiting.current = null
    }
    const listeners = { mousedown: press, mouseup: release, dragend: release, keydown: release } as const
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener, true)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener, true)
    }
  }, [])
  return (act) => {
    if (pressed.current) waiting.current = act
    else act()
  }
}
