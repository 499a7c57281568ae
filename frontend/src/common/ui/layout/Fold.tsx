import type { ComponentProps, ReactNode } from "react"

type FoldProps = Omit<ComponentProps<"details">, "title"> & {
  /** The line that is always there. */
  title: ReactNode
}

/** What not everybody wants to know, folded into a line. Its look is in base.css. */
export function Fold({ title, className = "", children, ...rest }: FoldProps) {
  return (
    <details {...rest} className={`fold ${className}`}>
      <summary>{title}</summary>
      <div className="grid gap-3 pb-3">{children}</div>
    </details>
  )
}
