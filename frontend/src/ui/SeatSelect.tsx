import clsx from "clsx"
import { useId } from "react"

interface SeatSelectProps {
  /** For screen readers: whose seats these are. The word to the eye is "Seats". */
  label: string
  seats: number
  /** The most that can be chosen; a number above it stays in sight until another one is chosen. */
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
  const choices = Array.from({ length: Math.max(0, most) }, (_, index) => index + 1)
  return (
    <span className={clsx("inline-flex items-center gap-2", className)}>
      <label htmlFor={id} className="text-sm text-ink-2">
        Seats
      </label>
      <select
        id={id}
        aria-label={`Seats, ${label}`} // as one text: put together from parts, the name gets a blank before its comma
        value={seats}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(Number(event.target.value))}
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
    </span>
  )
}
