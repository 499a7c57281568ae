import { useQuery } from "@tanstack/react-query"
import { ledgerQuery } from "~/api/queries/giving"
import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { balanceText } from "~/shared/giving/ledgerText"
import { MonthLink } from "~/shared/giving/MonthLink"
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
                  <MonthLink
                    key={month}
                    month={month}
                    to={paths.ledger(month)}
                    badge={!closedAt && <Badge look="info">not closed yet</Badge>}
                  >
                    <span className="flex shrink-0 items-baseline gap-x-2">
                      <span className="text-sm text-ink-2">Balance</span>{" "}
                      <span className="money font-bold">{balanceText(balance)}</span>
                    </span>
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
