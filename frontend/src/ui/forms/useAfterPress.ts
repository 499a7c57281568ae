import { useEffect, useRef } from "react"

/**
 * Returns a function that acts immediately or, while the mouse button is down, after the click: content that appears
 * in between would move the element that is being pressed. Browsers report a tap as such a press, too.
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
    const heard = { mousedown: press, mouseup: release, dragend: release, keydown: release } as const
    for (const [name, listener] of Object.entries(heard)) window.addEventListener(name, listener, true)
    return () => {
      for (const [name, listener] of Object.entries(heard)) window.removeEventListener(name, listener, true)
    }
  }, [])
  return (act) => {
    if (pressed.current) waiting.current = act
    else act()
  }
}
