import clsx from "clsx"
import { type ReactNode, type Ref, useId } from "react"

interface SectionProps {
  title: string
  /** Of a form, with larger gaps. */
  large?: boolean
  /** As wide as the page, where there are two columns. */
  wide?: boolean
  /** Of a section that a link leads to: its heading gets the focus. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of a page, on paper. */
export function Section({ title, large, wide, heading, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        "grid grid-cols-[minmax(0,1fr)] panel p-4",
        large ? "gap-5 lg:gap-4 lg:px-6 lg:py-5" : "gap-3 lg:p-5",
        wide && "lg:col-span-2",
      )}
    >
      <h2
        ref={heading}
        id={id}
        tabIndex={heading ? -1 : undefined}
        className="scroll-mt-[calc(var(--spacing-header)+1rem)]"
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A row of a list in a section. */
export const row =
  "flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hair py-2 first:border-t-0 [overflow-wrap:anywhere]"
