import type { ReactNode } from "react"

/** At the bottom of the screen, where a thumb reaches it. */
export function BottomBar({ children }: { children: ReactNode }) {
  return <div className="next sticky bottom-0 -mx-4 grid gap-2 border-t border-line bg-foam px-4 py-3">{children}</div>
}
