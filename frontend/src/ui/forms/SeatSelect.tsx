import clsx from "clsx"
import { useId, useRef, useState } from "react"

interface SeatSelectProps {
  /** The event and date, for screen readers; the visible label is "Seats". */
  label: string
  seats: number
  /** The most that can be chosen; a higher number stays visible until another one is chosen. */
  most: number
  onChange: (seats: number) => void
  disabled?: boolean
  invalid?: boolean
  describedBy?: string | undefined
  className?: string
}

/** The browser's own select of a number of seats; 0 removes the booking. */
export function SeatSelect({
  label,
  seats,
  most,
  onChange,
  disabled,
  invalid,
  describedBy,
  className,
}: SeatSelectProps) {
  const id = useId()
  const walk = useWalkToNone(onChange)
  const choices = Array.from({ length: Math.max(0, most) }, (_, index) => index + 1)
  return (
    <span className={clsx("inline-flex items-center gap-2", className)}>
      <label htmlFor={id} className="text-sm text-ink-2">
        Seats
      </label>
      <select
        id={id}
        aria-label={`Seats, ${label}`} // one text, because joined parts would get a space before the comma
        value={walk.atNone ? 0 : seats}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => walk.choose(Number(event.target.value))}
        onKeyDown={({ key }) => walk.press(key)}
        onPointerDown={() => walk.press("")}
        onBlur={walk.leave}
        className="count min-h-tap w-20 rounded-md border border-line bg-paper px-3 py-2 text-ink disabled:bg-malt disabled:text-ink-2 aria-invalid:border-2 aria-invalid:border-err"
      >
        <option value={0}>0 (remove)</option>
        {choices.map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
        {seats > most && <option value={seats}>{seats}</option>}
      </select>
      <span role="status" className="text-sm">
        {walk.atNone && "Removed when you move on."}
      </span>
    </span>
  )
}

const CHOOSES = ["Enter", " ", "Tab", ""]

/** Arrow keys pass 0 in most browsers, so 0 removes the booking only when the select loses the focus. */
function useWalkToNone(onChange: (seats: number) => void) {
  const [atNone, setAtNone] = useState(false)
  const key = useRef("")
  const remove = () => {
    setAtNone(false)
    onChange(0)
  }
  return {
    atNone,
    press: (pressed: string) => {
      key.current = pressed
      if (atNone && pressed === "Enter") remove()
    },
    choose: (seats: number) => {
      const isPassing = seats === 0 && !CHOOSES.includes(key.current)
      setAtNone(isPassing)
      if (!isPassing) onChange(seats)
    },
    leave: () => {
      if (atNone) setTimeout(remove) // after the focus has moved, because the next focus depends on it
    },
  }
}
