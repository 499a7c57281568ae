import clsx from "clsx"
import { useLocation } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"

interface PaginationProps {
  page: number
  pages: number
  /** Returns the path of a page, such as paths.dates; the query string is kept. */
  hrefFor: (page: number) => string
}

/** Prev, up to three page numbers and Next. Hidden for a single page. */
export function Pagination({ page, pages, hrefFor }: PaginationProps) {
  const { search } = useLocation()
  if (pages <= 1) return null
  const to = (n: number) => hrefFor(n) + search
  return (
    <nav aria-label="Pages" className="no-print mt-6">
      <ul className="flex flex-wrap items-center justify-center gap-2">
        <li>{page > 1 ? <PageLink to={to(page - 1)}>Prev</PageLink> : <Unavailable>Prev</Unavailable>}</li>
        {pageWindow(page, pages).map((n) => (
          <li key={n}>
            <PageLink to={to(n)} current={n === page} label={`Page ${n}`}>
              {n}
            </PageLink>
          </li>
        ))}
        <li>{page < pages ? <PageLink to={to(page + 1)}>Next</PageLink> : <Unavailable>Next</Unavailable>}</li>
      </ul>
    </nav>
  )
}

/** Returns up to three page numbers, with the current one in the middle if there are pages on both sides. */
function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 1, pages - 2))
  return Array.from({ length: Math.min(3, pages) }, (_, index) => first + index)
}

const cell = "count inline-flex min-h-tap min-w-tap items-center justify-center rounded-md px-3 font-semibold"

function PageLink({
  to,
  current = false,
  label,
  children,
}: {
  to: string
  current?: boolean
  label?: string
  children: React.ReactNode
}) {
  return (
    <Link
      to={to}
      aria-label={label}
      aria-current={current ? "page" : undefined}
      className={clsx(
        cell,
        "no-underline",
        current ? "border border-ink bg-felt text-on-felt" : "border border-line text-ink hover:bg-malt",
      )}
    >
      {children}
    </Link>
  )
}

function Unavailable({ children }: { children: React.ReactNode }) {
  return (
    <span aria-disabled="true" className={clsx(cell, "text-ink-2")}>
      {children}
    </span>
  )
}
