import { ChevronRight } from "lucide-react"
import { useId, useState, type ReactNode } from "react"

interface FoldProps {
  title: string
  /** What is set in the folded fields. */
  value: string
  /** Whether one of the fields has an error, which has to be visible. */
  invalid: boolean
  children: ReactNode
}

/** Fields that most events leave as they are, folded into a line with their values. */
export function Fold({ title, value, invalid, children }: FoldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-hair px-4 last:border-b-0 lg:px-6">
      <details open={open || invalid} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary
          onClick={(event) => {
            event.preventDefault() // otherwise it would close although a field is invalid
            setOpen(!open || invalid)
          }}
          className="flex min-h-tap cursor-pointer list-none flex-wrap items-center gap-x-2 py-2 [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight aria-hidden size={18} className="transition-transform group-open:rotate-90" />
          <h2 id={id} className="font-text text-md font-semibold">
            {title}
          </h2>
          <span className="ml-auto text-right text-ink-2">{value}</span>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-2 pb-5">{children}</div>
      </details>
    </section>
  )
}
