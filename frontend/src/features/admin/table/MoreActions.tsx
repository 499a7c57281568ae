import { Ellipsis } from "lucide-react"
import { useId, useState, type ReactNode } from "react"

interface MoreActionsProps {
  /** The row's name, for the accessible name: "More for Ana Diaz" */
  of: string
  /** <RowAction>s */
  children: ReactNode
}

/** Shows rare actions of a row, in the row rather than over it. */
export function MoreActions({ of, children }: MoreActionsProps) {
  const [open, setOpen] = useState(false)
  const more = useId()
  return (
    <>
      <button
        type="button"
        aria-label={`More for ${of}`}
        aria-expanded={open}
        aria-controls={more}
        onClick={() => setOpen(!open)}
        className="grid size-tap place-items-center rounded-md text-ink-2 hover:bg-malt aria-expanded:bg-malt"
      >
        <Ellipsis aria-hidden size={20} />
      </button>
      <div id={more} hidden={!open} className="flex">
        {children}
      </div>
    </>
  )
}
