import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import { formatMonth } from "~/lib/time/months"

interface MonthLinkProps {
  /** "2026-11" */
  month: string
  to: string
  /** A badge, below the name where space is short. */
  badge?: ReactNode
  children?: ReactNode
}

/** A month in a list of months. All of its row is the link. */
export function MonthLink({ month, to, badge, children }: MonthLinkProps) {
  return (
    <li className="relative flex items-center justify-between gap-x-4 rounded-card border border-hair bg-paper px-4 py-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3">
        <Link
          to={to}
          className="inline-flex min-h-tap items-center font-semibold underline after:absolute after:inset-0 after:rounded-card"
        >
          {formatMonth(month)}
        </Link>
        {badge}
      </span>
      {children}
    </li>
  )
}
