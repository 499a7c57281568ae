import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { ledgerQuery } from "~/api/queries/giving"
import { Page } from "~/layout/Page"
import { formatMonth } from "~/lib/time/months"
import { paths } from "~/paths"
import { balanceText } from "~/shared/giving/ledgerText"
import { charity } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/ui/feedback/States"

export function Months() {
  const query = useQuery(ledgerQuery())
  return (
    <Page title="Our ledger">
      <div className="grid max-w-[40rem] gap-5">
        <p>What we received, what it cost, and what we paid out to {charity()}, month by month.</p>
        <Loaded query={query} what="the ledger" loading={<Skeleton className="h-60 rounded-card" />}>
          {({ months }) =>
            months.length === 0 ? (
              <EmptyState>There is nothing in the ledger yet.</EmptyState>
            ) : (
              <ul className="grid gap-3">
                {months.map(({ month, closedAt, balance }) => (
                  <li
                    key={month}
                    className="relative flex flex-wrap items-center justify-between gap-x-4 rounded-card border border-hair bg-paper px-4 py-2"
                  >
                    <Link
                      to={paths.ledger(month)}
                      className="inline-flex min-h-tap items-center font-semibold underline after:absolute after:inset-0 after:rounded-card"
                    >
                      {formatMonth(month)}
                    </Link>
                    {!closedAt && <Badge look="info">not closed yet</Badge>}
                    <span className="money ml-auto font-bold">
                      <span className="sr-only">Balance </span>
                      {balanceText(balance)}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
