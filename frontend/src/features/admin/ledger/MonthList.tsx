import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { ledgerQuery } from "~/api/queries/giving"
import { Page } from "~/layout/Page"
import { formatMonth } from "~/lib/time/months"
import { paths } from "~/paths"
import { Badge } from "~/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/ui/feedback/States"
import { monthPath } from "./monthPath"

export function MonthList() {
  const query = useQuery(ledgerQuery())
  return (
    <Page title="Ledger">
      <div className="grid max-w-[40rem] gap-4">
        <p>
          Close each month in a few minutes: compare it with PayPal, enter costs and payouts, check the numbers.
          Visitors see the result in{" "}
          <Link to={paths.ledger()} className="underline">
            our ledger
          </Link>
          .
        </p>
        <Loaded query={query} what="the ledger" loading={<Skeleton className="h-60 rounded-card" />}>
          {({ months }) =>
            months.length === 0 ? (
              <EmptyState>There is nothing to close yet.</EmptyState>
            ) : (
              <ul className="grid gap-3">
                {months.map(({ month, closedAt }) => (
                  <li
                    key={month}
                    className="relative flex flex-wrap items-center justify-between gap-x-4 rounded-card border border-hair bg-paper px-4 py-2"
                  >
                    <Link
                      to={monthPath(month)}
                      className="inline-flex min-h-tap items-center font-semibold underline after:absolute after:inset-0 after:rounded-card"
                    >
                      {formatMonth(month)}
                    </Link>
                    <Badge look={closedAt ? "ok" : "info"}>{closedAt ? "closed" : "open"}</Badge>
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
