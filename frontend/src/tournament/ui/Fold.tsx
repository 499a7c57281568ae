import type { ReactNode } from "react"

/** What not everybody wants to know. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-hair">
      <summary className="py-3 font-semibold">{title}</summary>
      <div className="grid gap-3 pb-4">{children}</div>
    </details>
  )
}
