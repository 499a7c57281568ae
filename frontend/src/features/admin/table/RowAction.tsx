import clsx from "clsx"
import type { LucideIcon } from "lucide-react"
import { Link } from "react-router-dom"

interface RowActionProps {
  /** Quiet actions, beside those that staff come for, have none. */
  icon?: LucideIcon
  /** The label, a verb: "Edit" */
  label: string
  /** The row's name, for the accessible name: "Edit Ana Diaz" */
  of: string
  /** For destructive actions: set apart at the end, and red unless they are quiet. */
  removes?: boolean
  to?: string
  /** Router state of the link. */
  state?: object
  onClick?: () => void
}

/** An action on a row: icon and label, as a link (`to`) or a button (`onClick`). */
export function RowAction({ icon: Icon, label, of, removes = false, to, state, onClick }: RowActionProps) {
  const content = (
    <>
      {Icon && <Icon aria-hidden size={16} />}
      {label}
    </>
  )
  const look = clsx(
    "inline-flex min-h-tap min-w-tap items-center justify-center gap-1 rounded-md px-1 text-sm sm:gap-1.5 sm:px-2 no-underline hover:underline",
    Icon ? ["font-semibold", removes ? "text-err" : "text-link"] : "min-w-tap justify-center text-ink-2",
    removes && "ml-auto lg:ml-4",
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
