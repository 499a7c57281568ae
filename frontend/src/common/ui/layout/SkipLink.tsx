import clsx from "clsx"
import type { ReactNode } from "react"

/** Skips content with many tab stops. Visible only while focused. `to` is the ID of an element. */
export function SkipLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault() // do not change the URL
        document.getElementById(to)?.focus()
      }}
      className={clsx(
        "sr-only z-10 rounded-md bg-amber font-semibold text-on-amber focus:not-sr-only focus:absolute focus:p-3",
        className,
      )}
    >
      {children}
    </a>
  )
}
