import clsx from "clsx"
import type { ReactNode } from "react"

interface DangerousProps {
  /** When it is needed, or what it does. */
  sentence: ReactNode
  /** A button with `look="removes"`, which asks first. */
  children: ReactNode
  className?: string
}

/** A dangerous action: red text behind a sentence, apart from the page's other buttons. In lists it is in a `MoreMenu`. */
export function Dangerous({ sentence, children, className }: DangerousProps) {
  return (
    <div className={clsx("flex flex-wrap items-center gap-x-3 border-t border-hair pt-2 [&>button]:-ml-1", className)}>
      <p className="text-ink-2">{sentence}</p>
      {children}
    </div>
  )
}
