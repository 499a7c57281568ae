import { Minus, Plus } from "lucide-react"
import { useId } from "react"

interface SeatStepperProps {
  label: string
  seats: number
  most: number
  onChange: (seats: number) => void
}

const button =
  "grid size-tap place-items-center rounded-md border border-line bg-paper text-ink hover:bg-malt aria-disabled:cursor-not-allowed aria-disabled:bg-malt aria-disabled:text-ink-2"

/** Two buttons that change a number of seats from 1 to `most`. At an end, a button keeps the focus and does nothing. */
export function SeatStepper({ label, seats, most, onChange }: SeatStepperProps) {
  const id = useId()
  const step = (by: number) => onChange(Math.min(most, Math.max(1, seats + by)))
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span id={id} className="font-semibold">
        {label}
      </span>
      <span className="flex items-center gap-3">
        <button
          type="button"
          aria-label="One seat less"
          aria-disabled={seats <= 1}
          onClick={() => step(-1)}
          className={button}
        >
          <Minus aria-hidden size={20} />
        </button>
        <output aria-live="polite" className="count min-w-16 text-center font-semibold">
          {`${seats} of ${most}`}
        </output>
        <button
          type="button"
          aria-label="One seat more"
          aria-disabled={seats >= most}
          onClick={() => step(1)}
          className={button}
        >
          <Plus aria-hidden size={20} />
        </button>
      </span>
    </div>
  )
}
