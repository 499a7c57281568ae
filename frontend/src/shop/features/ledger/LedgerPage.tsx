import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { isRefusal } from "~/common/api/client"
import { ledgerMonthQuery, ledgerQuery } from "~/shop/queries/giving"
import type { Ledger, LedgerMonth } from "~/common/api/types"
import NotFound from "~/shop/layout/NotFound"
import { Page } from "~/shop/layout/Page"
import { formatDate, monthHeading } from "~/common/lib/time/dates"
import { isMonth } from "~/common/lib/time/months"
import { paths } from "~/shop/paths"
import { LedgerLines, MonthLink } from "~/shop/shared/giving/LedgerLines"
import { balanceText, isBeside } from "~/shop/shared/giving/ledgerText"
import { charity, shop } from "~/shop/state/shop"
import { Badge } from "~/common/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { LinkButton } from "~/common/ui/layout/Button"
import { SumRow } from "~/common/ui/layout/SumRow"

/** What came in and what it was used for: /ledger and /ledger/:month */
export default function LedgerPage() {
  const { month } = useParams()
  if (month === undefined) return <Months />
  return isMonth(month) ? <MonthView key={month} month={month} /> : <NotFound>We can't find that month.</NotFound>
}

/** What all months add up to. Visitors read the same sum for the charity on the home page. */
function Totals({ ledger: { sums, months } }: { ledger: Ledger }) {
  return (
    <section aria-label="In all" className="panel p-4 lg:p-6">
      <dl className="grid gap-2">
        <SumRow label="Received, after refunds and PayPal's fees">{balanceText(sums.received)}</SumRow>
        <SumRow label="Costs">{balanceText(-sums.costs)}</SumRow>
        <SumRow label={`For ${charity()}`} total>
          {balanceText(sums.forCharity)}
        </SumRow>
        <SumRow label="Paid out">{balanceText(-sums.paidOut)}</SumRow>
        <SumRow label="Still to pay out" total>
          {balanceText(sums.stillToPayOut)}
        </SumRow>
        <SumRow label="of it for dates to come">{balanceText(sums.toComeLeft)}</SumRow>
        {sums.refundable <= sums.toComeLeft && (
          <SumRow label="refundable until each date's deadline">{balanceText(sums.refundable)}</SumRow>
        )}
      </dl>
      {sums.toComeSpent > 0 && (
        <p className="mt-3 text-sm">
          {balanceText(sums.toComeSpent)} received for dates to come is already paid out or spent. Refunds may take{" "}
          {balanceText(sums.refundable)} until each date's deadline.
        </p>
      )}
      <p className="mt-3 text-sm text-ink-2">
        Since {monthHeading(months.at(-1)!.month)}. Sales tax isn't ours: {balanceText(sums.salesTaxHeld)} held for the
        state, {balanceText(sums.salesTaxPaid)} paid.
      </p>
    </section>
  )
}

function Months() {
  const query = useQuery(ledgerQuery())
  return (
    <Page title="Our ledger">
      <div className="grid max-w-measure gap-5">
        <p>What we received, what it cost, and what we paid out to {charity()}, month by month.</p>
        <Loaded query={query} what="the ledger" loading={<Skeleton className="h-60 rounded-card" />}>
          {(ledger) =>
            ledger.months.length === 0 ? (
              <EmptyState>There is nothing in the ledger yet.</EmptyState>
            ) : (
              <>
                <Totals ledger={ledger} />
                <ul className="panel">
                  {ledger.months.map(({ month, closedAt, balance }) => (
                    <MonthLink
                      key={month}
                      month={month}
                      to={paths.ledger(month)}
                      badge={!closedAt && <Badge look="info">not closed yet</Badge>}
                    >
                      <span className="flex shrink-0 items-baseline gap-x-2">
                        <span className="text-sm text-ink-2">Left over</span>{" "}
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

/** Without the lines that the server sends to staff only: money that moved, and what is owed. */
const asVisitorsSeeIt = (month: LedgerMonth) => ({
  ...month,
  lines: month.lines.filter((line) => !isBeside(line) || line.kind === "sales_tax" || line.kind === "tax_paid"),
})

function MonthView({ month }: { month: string }) {
  const query = useQuery(ledgerMonthQuery(month))
  if (isRefusal(query.error, 404)) return <NotFound>We can't find that month.</NotFound>
  return (
    <Page title={`Our ledger: ${monthHeading(month)}`} heading={monthHeading(month)}>
      {/* Blocks on paper: as an item of a grid, a long list begins on the second page in Firefox. */}
      <div className="grid max-w-measure gap-5 print:block print:max-w-none print:space-y-2">
        <Loaded query={query} what="this month" loading={<Skeleton className="h-96 rounded-card" />}>
          {(found) => (
            <>
              <p className="hidden print:block">
                {shop().name}: what we received, what it cost, and what we paid out to {charity()}.{" "}
                {window.location.origin + paths.ledger(month)}
              </p>
              <p>
                {found.closedAt ? (
                  `Closed on ${formatDate(found.closedAt)}.`
                ) : (
                  <Badge look="info">not closed yet</Badge>
                )}
              </p>
              {found.lines.length === 0 ? (
                <EmptyState>No money came in or went out in this month.</EmptyState>
              ) : (
                <>
                  <div className="panel px-4 lg:px-6">
                    <LedgerLines month={asVisitorsSeeIt(found)} />
                  </div>
                  <LinkButton
                    look="secondary"
                    reloadDocument
                    download
                    to={`${paths.ledger(month)}.csv`}
                    className="no-print justify-self-start"
                  >
                    Download as CSV
                  </LinkButton>
                </>
              )}
            </>
          )}
        </Loaded>
        <Link to={paths.ledger()} className="page-link no-print">
          All months
        </Link>
      </div>
    </Page>
  )
}
