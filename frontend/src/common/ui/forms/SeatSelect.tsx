import clsx from "clsx"
import { useId, useRef, useState } from "react"

interface SeatSelectProps {
  /** The event and date, for screen readers; the visible label is "Seats". */
  label: string
  seats: number
  /** The highest number to choose. A higher current number stays in the list until it is changed. */
  most: number
  onChange: (seats: number) => void
  disabled?: boolean
  invalid?: boolean
  describedBy?: string | undefined
  className?: string
}

/** A native select for the number of seats; 0 removes the booking. */
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
  const removal = useDelayedRemoval(onChange)
  const choices = Array.from({ length: Math.max(0, most) }, (_, index) => index + 1)
  return (
    <span className={clsx("inline-flex items-center gap-2", className)}>
      <label htmlFor={id} className="text-sm text-ink-2">
        Seats
      </label>
      <select
        id={id}
        aria-label={`Seats, ${label}`} // one text, because joined parts would get a space before the comma
        value={removal.isAtZero ? 0 : seats}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => removal.choose(Number(event.target.value))}
        onKeyDown={({ key }) => removal.press(key)}
        onPointerDown={() => removal.press("")}
        onBlur={removal.leave}
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
        {removal.isAtZero && "Removed when you move on."}
      </span>
    </span>
  )
}

const CHOOSING_KEYS = ["Enter", " ", "Tab", ""]

/** Arrow keys can pass 0, so they only remove the booking when the select loses the focus or Enter is pressed. */
function useDelayedRemoval(onChange: (seats: number) => void) {
  const [isAtZero, setIsAtZero] = useState(false)
  const key = useRef("")
  const remove = () => {
    setIsAtZero(false)
    onChange(0)
  }
  return {
    isAtZero,
    press: (pressed: string) => {
      key.current = pressed
      if (isAtZero && pressed === "Enter") remove()
    },
    choose: (seats: number) => {
      const isPassing = seats === 0 && !CHOOSING_KEYS.includes(key.current)
      setIsAtZero(isPassing)
      if (!isPassing) onChange(seats)
    },
    leave: () => {
      if (isAtZero) setTimeout(remove) // after the focus has moved, because the next focus depends on it
    },
  }
}
