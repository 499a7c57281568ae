import type { ReactNode } from "react"

/** Boxes on the left and the summary on the right, or below each other on phones. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className="grid gap-6 lg:gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">{children}</div>
}
