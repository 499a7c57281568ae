import type { ReactNode } from "react"

/** Boxes left, summary right; one below the other on phones. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">{children}</div>
}
