import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { ledgerQuery } from "~/api/queries/giving"
import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { MonthLink } from "~/shared/giving/MonthLink"
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
                  <MonthLink key={month} month={month} to={monthPath(month)}>
                    <Badge look={closedAt ? "ok" : "info"}>{closedAt ? "closed" : "open"}</Badge>
                  </MonthLink>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
