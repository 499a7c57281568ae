import clsx from "clsx"
import type { ReactNode } from "react"

/** A row of a price summary, inside a <dl>. `total` marks the last one. */
export function SumRow({ label, total = false, children }: { label: ReactNode; total?: boolean; children: ReactNode }) {
  return (
    <div
      className={clsx("flex items-baseline justify-between gap-4", total && "mt-1 border-t border-hair pt-3 font-bold")}
    >
      <dt className="max-w-[65%] shrink-0">{label}</dt>
      <dd className={clsx("money text-right text-balance", total && "font-display text-xl font-normal")}>{children}</dd>
    </div>
  )
}
