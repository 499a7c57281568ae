import clsx from "clsx"
import { useId, type ReactNode } from "react"

/** What every choice of the sheet gets from it. */
export interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
}

interface ChoiceRowProps extends ChoiceProps {
  label: string
  /** At the right: the amount. */
  amount?: string
  /** Why it isn't available; "" if it is. */
  reason: string
  hint?: ReactNode
  /** Further fields of the chosen row. */
  children?: ReactNode
}

/** A choice of the sheet: a radio button with its amount, or with the reason why it isn't available. */
export function ChoiceRow({ label, amount, reason, hint, isChosen, onChoose, children }: ChoiceRowProps) {
  const id = useId()
  const isOpen = reason === ""
  const shown = isOpen && amount
  return (
    <div className={clsx("rounded-md border", isChosen ? "border-ink bg-malt" : "border-line")}>
      <label className={clsx("flex min-h-tap items-start gap-3 px-3 py-2", isOpen && "cursor-pointer")}>
        <input
          type="radio"
          name="change"
          className="choice-box"
          checked={isChosen}
          disabled={!isOpen}
          onChange={onChoose}
          aria-label={shown ? `${label}, ${shown}` : label}
          aria-describedby={id}
        />
        <span className={clsx("flex grow flex-wrap justify-between gap-x-3 font-semibold", !isOpen && "text-ink-2")}>
          <span>{label}</span>
          {shown && <span className="money">{shown}</span>}
        </span>
      </label>
      {(reason || hint) && (
        <p id={id} className="-mt-1.5 pr-3 pb-2 text-pretty pl-[2.9rem] text-sm text-ink-2">
          {reason || hint}
        </p>
      )}
      {isChosen && children && <div className="px-3 pb-3">{children}</div>}
    </div>
  )
}
