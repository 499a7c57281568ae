import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react"
import { Button } from "./Button"

const HOLD_MS = 1000

/** A button that has to be held for a second. Screen readers, which can't hold, press twice. */
export function HoldButton({ onHeld, children }: { onHeld: () => void; children: ReactNode }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isHeld, setHeld] = useState(false)
  const [isArmed, setArmed] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const begin = () => {
    clearTimeout(timer.current)
    setHeld(true)
    timer.current = setTimeout(onHeld, HOLD_MS)
  }
  const end = () => {
    clearTimeout(timer.current)
    setHeld(false)
  }
  const isPress = ({ key }: KeyboardEvent) => key === "Enter" || key === " "
  const beginWithKey = (event: KeyboardEvent) => {
    if (!isPress(event)) return
    event.preventDefault() // otherwise the browser clicks
    if (!event.repeat) begin()
  }
  const pressed = (detail: number) => {
    if (detail !== 0) return // a pointer, which has to hold
    if (isArmed) onHeld()
    else setArmed(true)
  }

  return (
    <Button
      look="verdict"
      className="relative touch-none overflow-hidden"
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={beginWithKey}
      onKeyUp={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => pressed(event.detail)}
    >
      <span aria-hidden className={`hold-progress ${isHeld ? "is-held" : ""}`} />
      <span className="relative">{isArmed ? "Press again to let in" : children}</span>
    </Button>
  )
}
