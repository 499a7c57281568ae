import clsx from "clsx"
import type { ReactNode } from "react"

/** A way past what takes many steps by keyboard; seen only while it has the focus. `to` is an element's id. */
export function SkipLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault() // the address stays as it is
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
