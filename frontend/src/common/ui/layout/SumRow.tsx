import clsx from "clsx"
import type { ReactNode } from "react"

interface SumRowProps {
  label: ReactNode
  /** Small, below the label: what it means. */
  note?: string
  /** Marks the last row. */
  total?: boolean
  children: ReactNode
}

/** A row of a price summary, inside a <dl>. */
export function SumRow({ label, note, total = false, children }: SumRowProps) {
  return (
    <div
      className={clsx(
        "flex items-baseline justify-between gap-x-4",
        note && "flex-wrap",
        total && "mt-1 border-t border-hair pt-3 font-bold",
      )}
    >
      <dt className="max-w-[65%] min-w-0">{label}</dt>
      <dd
        className={clsx(
          "money shrink-0 text-right",
          total ? "font-display text-xl font-normal whitespace-nowrap" : "max-w-[70%]",
        )}
      >
        {children}
      </dd>
      {note && <dd className="basis-full text-sm text-ink-2">{note}</dd>}
    </div>
  )
}
