import { useEffect, useRef } from "react"

/**
 * Answers a function that does something at once, or, while the mouse is down, after that press has become a click: what
 * comes onto the page in between would move what is being pressed. A tap is told by the browser as such a press too.
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
