import clsx from "clsx"
import { useId, type ReactNode } from "react"

/** A part of the page, on paper. */
export function Section({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={clsx("grid gap-3 rounded-card border border-hair bg-paper p-4 lg:p-5", wide && "lg:col-span-2")}
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

export const row =
  "flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hair py-2 first:border-t-0 [overflow-wrap:anywhere]"
