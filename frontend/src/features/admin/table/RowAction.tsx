import clsx from "clsx"
import type { LucideIcon } from "lucide-react"
import { Link } from "react-router-dom"

interface RowActionProps {
  icon: LucideIcon
  /** The verb on it: "Edit" */
  label: string
  /** Whom or what it is about, for the spoken name: "Edit Ana Diaz" */
  of: string
  /** Removes something: in red, and set apart at the end. */
  removes?: boolean
  to?: string
  /** Handed on to where the link leads. */
  state?: object
  onClick?: () => void
}

/** What can be done with a row: icon and word, as a link (`to`) or a button (`onClick`). */
export function RowAction({ icon: Icon, label, of, removes = false, to, state, onClick }: RowActionProps) {
  const content = (
    <>
      <Icon aria-hidden size={16} />
      {label}
    </>
  )
  const look = clsx(
    "inline-flex min-h-tap items-center gap-1 rounded-md px-1.5 text-sm sm:gap-1.5 sm:px-2 font-semibold no-underline hover:underline",
    removes ? "ml-auto text-err lg:ml-4" : "text-link",
  )
  const name = `${label} ${of}`
  return to === undefined ? (
    <button type="button" aria-label={name} onClick={onClick} className={look}>
      {content}
    </button>
  ) : (
    <Link to={to} state={state} aria-label={name} className={look}>
      {content}
    </Link>
  )
}
