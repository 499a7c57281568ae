import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { ApiError } from "~/api/client"
import { ledgerMonthQuery } from "~/api/queries/giving"
import type { LedgerMonth } from "~/api/types"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { formatShortDate } from "~/lib/time/dates"
import { formatMonth } from "~/lib/time/months"
import { paths } from "~/paths"
import { LedgerLines } from "~/shared/giving/LedgerLines"
import { shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/ui/feedback/States"
import { LinkButton } from "~/ui/layout/Button"

/** Without the lines that the server sends to staff only. */
const asVisitorsSeeIt = (month: LedgerMonth) => ({
  ...month,
  lines: month.lines.filter(({ kind }) => kind !== "transfer"),
})

export function MonthView({ month }: { month: string }) {
  const query = useQuery(ledgerMonthQuery(month))
  if (query.error instanceof ApiError && query.error.status === 404)
    return <NotFound>We can't find that month.</NotFound>
  return (
    <Page title={`Our ledger: ${formatMonth(month)}`} heading={formatMonth(month)}>
      {/* Blocks on paper: as an item of a grid, a long list begins on the second page in Firefox. */}
      <div className="grid max-w-[40rem] gap-5 print:block print:space-y-2">
        <Loaded query={query} what="this month" loading={<Skeleton className="h-96 rounded-card" />}>
          {(found) => (
            <>
              <p>
                {found.closedAt ? (
                  `Closed on ${formatShortDate(found.closedAt, shop().timeZone)}.`
                ) : (
                  <Badge look="info">not closed yet</Badge>
                )}
              </p>
              {found.lines.length === 0 ? (
                <EmptyState>Nothing was booked in this month.</EmptyState>
              ) : (
                <>
                  <div className="rounded-card border border-hair bg-paper px-4 lg:px-6">
                    <LedgerLines month={asVisitorsSeeIt(found)} />
                  </div>
                  <LinkButton
                    look="secondary"
                    reloadDocument
                    download
                    to={`${paths.ledger(month)}.csv`}
                    className="justify-self-start"
                  >
                    Download as CSV
                  </LinkButton>
                </>
              )}
            </>
          )}
        </Loaded>
        <Link
          to={paths.ledger()}
          className="inline-flex min-h-tap items-center justify-self-start font-semibold underline"
        >
          All months
        </Link>
      </div>
    </Page>
  )
}
