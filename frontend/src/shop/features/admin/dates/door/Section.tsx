import clsx from "clsx"
import { useId, type ReactNode, type Ref } from "react"

interface SectionProps {
  title: string
  wide?: boolean
  /** Of a section that a link leads to: its heading gets the focus. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of the page, on paper. */
export function Section({ title, wide, heading, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={clsx("grid gap-3 panel p-4 lg:p-5", wide && "lg:col-span-2")}>
      <h2
        ref={heading}
        id={id}
        tabIndex={heading ? -1 : undefined}
        className="scroll-mt-[calc(var(--spacing-header)+1rem)] text-xl"
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

export const row =
  "flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hair py-2 first:border-t-0 [overflow-wrap:anywhere]"
