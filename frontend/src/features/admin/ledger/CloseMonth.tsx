import { useQuery } from "@tanstack/react-query"
import { useId, type ReactNode } from "react"
import { Link } from "react-router-dom"
import { ApiError } from "~/api/client"
import { ledgerMonthQuery } from "~/api/queries/giving"
import { settlementQuery } from "~/api/queries/staff/money/ledger"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { formatShortDate } from "~/lib/time/dates"
import { formatMonth } from "~/lib/time/months"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { Loaded, Loading, Skeleton } from "~/ui/feedback/States"
import { CloseBox } from "./CloseBox"
import { Compare } from "./compare/Compare"
import { Entries } from "./entries/Entries"
import { Numbers } from "./Numbers"

/** The four steps of closing a month, on one page. They appear together, so that nothing moves while staff type. */
export function CloseMonth({ month }: { month: string }) {
  const query = useQuery(ledgerMonthQuery(month))
  const { isPending: isComparing } = useQuery(settlementQuery(month))
  const skeleton = <Skeleton className="h-96 rounded-card" />
  const name = formatMonth(month)
  if (query.error instanceof ApiError && query.error.status === 404)
    return <NotFound>We can't find that month.</NotFound>
  return (
    <Page title={`Ledger: ${name}`} heading={name}>
      <Loaded query={query} what="this month" loading={skeleton}>
        {(found) =>
          isComparing ? (
            <Loading text="Comparing with PayPal…">{skeleton}</Loading>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:max-w-[48rem]">
              <div role="status" className="empty:hidden">
                {found.closedAt && (
                  <Notice look="success">
                    {name} was closed on {formatShortDate(found.closedAt, shop().timeZone)}. Enter corrections in an
                    open month.
                  </Notice>
                )}
              </div>
              <Step number={1} title="Compare">
                <Compare month={found} />
              </Step>
              <Step number={2} title="Costs and payouts">
                <Entries month={found} />
              </Step>
              <Step number={3} title="Numbers">
                <Numbers month={found} />
              </Step>
              {!found.closedAt && (
                <Step number={4} title="Close">
                  <CloseBox month={month} />
                </Step>
              )}
            </div>
          )
        }
      </Loaded>
      <Link to={paths.adminList("ledger")} className="mt-4 inline-flex min-h-tap items-center font-semibold underline">
        All months
      </Link>
    </Page>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-hair bg-paper p-4 lg:p-6"
    >
      <h2 id={id}>
        <span aria-hidden className="text-ink-2">
          {number}.{" "}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
