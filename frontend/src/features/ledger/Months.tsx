import { useQuery } from "@tanstack/react-query"
import { ledgerQuery } from "~/api/queries/giving"
import type { LedgerMonth } from "~/api/types"
import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { formatMonth } from "~/lib/time/months"
import { balanceText, sumMonths } from "~/shared/giving/ledgerText"
import { MonthLink } from "~/shared/giving/MonthLink"
import { charity } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/ui/feedback/States"
import { SumRow } from "~/ui/layout/SumRow"

/** What happened to all money since the first month. */
function Totals({ months }: { months: readonly LedgerMonth[] }) {
  const { received, costs, paidOut, left } = sumMonths(months)
  return (
    <section aria-label="In all" className="rounded-card border border-hair bg-paper p-4 lg:p-6">
      <dl className="grid gap-2">
        <SumRow label="Received, after refunds and fees">{balanceText(received)}</SumRow>
        <SumRow label="Costs">{balanceText(-costs)}</SumRow>
        <SumRow label={`Paid out to ${charity()}`}>{balanceText(-paidOut)}</SumRow>
        <SumRow label="Still to pay out" total>
          {balanceText(left)}
        </SumRow>
      </dl>
      <p className="mt-3 text-sm text-ink-2">
        Since {formatMonth(months.at(-1)!.month)}. Sales tax isn't included. Gifts appear once three people have given.
      </p>
    </section>
  )
}

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
              <>
                <Totals months={months} />
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
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
