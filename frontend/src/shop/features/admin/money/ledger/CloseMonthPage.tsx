import { useMutation, useQuery } from "@tanstack/react-query"
import { type ReactNode, useId } from "react"
import { useParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { isRefusal } from "~/common/api/client"
import { ledgerMonthQuery, ledgerQuery } from "~/shop/queries/giving"
import { closeMonthMutation, journalFile, settlementQuery } from "~/shop/queries/staff/money"
import type { Ledger, LedgerMonth } from "~/common/api/types"
import { Page } from "~/shop/layout/Page"
import { yearPath } from "~/shop/layout/header/staffPages"
import NotFound from "~/shop/layout/NotFound"
import { formatDate, monthHeading } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { wallDay } from "~/common/lib/time/wallClock"
import { addMonths, isMonth } from "~/common/lib/time/months"
import { paths } from "~/shop/paths"
import { LedgerLines, MonthLink } from "~/shop/shared/giving/LedgerLines"
import { balanceText } from "~/shop/shared/giving/ledgerText"
import { Badge } from "~/common/ui/feedback/Badge"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { EmptyState, Loaded, Loading, Skeleton } from "~/common/ui/feedback/States"
import { Hint } from "~/common/ui/forms/Field"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { LinkButton } from "~/common/ui/layout/Button"
import { SumRow } from "~/common/ui/layout/SumRow"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { notify } from "~/common/ui/overlays/notify"
import { Compare } from "./compare/Compare"
import { OPEN_STATES } from "./compare/compareText"
import { Entries, monthPath } from "./Entries"

/** Where staff keep the ledger and close its months: /admin/ledger and /admin/ledger/:month */
export default function CloseMonthPage() {
  const { month } = useParams()
  if (month === undefined) return <MonthList />
  return isMonth(month) ? <CloseMonth key={month} month={month} /> : <NotFound>We can't find that month.</NotFound>
}

/** The four steps of closing a month, on one page. They appear together, so that nothing moves while staff type. */
function CloseMonth({ month }: { month: string }) {
  const query = useQuery(ledgerMonthQuery(month))
  const { isPending: isComparing } = useQuery(settlementQuery(month))
  const { isPending: isListing } = useQuery(ledgerQuery()) // a closed month's lines lead to an open month
  const skeleton = <Skeleton className="h-[60rem] rounded-card" />
  const name = monthHeading(month)
  if (isRefusal(query.error, 404)) return <NotFound>We can't find that month.</NotFound>
  return (
    <Page title={`Ledger: ${name}`} heading={name}>
      <Loaded query={query} what="this month" loading={skeleton}>
        {(found) =>
          isComparing || isListing ? (
            <Loading text="Comparing with PayPal…">{skeleton}</Loading>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:items-start">
              <div role="status" className="empty:hidden lg:col-span-2">
                {found.closedAt && (
                  <Notice look="success">
                    {name} was closed on {formatDate(found.closedAt)}. Enter corrections in an open month.
                  </Notice>
                )}
              </div>
              <div className="grid gap-6">
                <Step number={1} title="Compare">
                  <Compare month={found} />
                </Step>
                <Step number={2} title="Costs and payouts">
                  <Entries month={found} />
                </Step>
              </div>
              <div className="grid gap-6">
                <Step number={3} title="Numbers">
                  <Numbers month={found} />
                </Step>
                {!found.closedAt && (
                  <Step number={4} title="Close">
                    <CloseBox month={month} />
                  </Step>
                )}
              </div>
            </div>
          )
        }
      </Loaded>
      <Link to={paths.adminList("ledger")} className="page-link mt-4">
        All months
      </Link>
    </Page>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 panel p-4 lg:p-6">
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

function MonthList() {
  const query = useQuery(ledgerQuery())
  return (
    <Page title="Ledger">
      <div className="grid gap-4">
        <p className="max-w-measure">
          Close each month in a few minutes: compare it with PayPal, enter costs and payouts, check the numbers.
          Visitors see the result in{" "}
          <Link to={paths.ledger()} className="underline">
            our ledger
          </Link>
          .
        </p>
        <Loaded query={query} what="the ledger" loading={<Skeleton className="h-60 rounded-card" />}>
          {({ months, sums }) =>
            months.length === 0 ? (
              <EmptyState>There is nothing to close yet.</EmptyState>
            ) : (
              <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
                <ul className="panel">
                  {months.map(({ month, closedAt }) => (
                    <MonthLink key={month} month={month} to={monthPath(month)}>
                      <Badge look={closedAt ? "ok" : "info"}>{closedAt ? "closed" : "open"}</Badge>
                    </MonthLink>
                  ))}
                </ul>
                <div className="grid gap-4">
                  {sums.where && <Where sums={sums} where={sums.where} />}
                  <Years months={months} />
                </div>
              </div>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}

/** The years of these months, for the accountant. */
function Years({ months }: { months: readonly LedgerMonth[] }) {
  const years = [...new Set(months.map(({ month }) => Number(month.slice(0, 4))))]
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      For the accountant:
      {years.map((year) => (
        <Link key={year} to={yearPath(year)} className="page-link min-w-tap">
          {year}
        </Link>
      ))}
    </p>
  )
}

/** Where the money is, and that it is what the ledger says. */
function Where({ sums, where }: { sums: Ledger["sums"]; where: NonNullable<Ledger["sums"]["where"]> }) {
  const { paypal, bank, cash, owed, carriedOver } = where
  const before = carriedOver === 0 ? "" : ` + ${balanceText(carriedOver)} carried over from before`
  return (
    <section aria-label="Where the money is" className="panel p-4 lg:p-6">
      <h2 className="mb-3">Where the money is</h2>
      <dl className="grid gap-2">
        <SumRow label="PayPal">{balanceText(paypal)}</SumRow>
        <SumRow label="Bank">{balanceText(bank)}</SumRow>
        <SumRow label="Cash">{balanceText(cash)}</SumRow>
      </dl>
      <p className="money mt-3 text-sm">
        {`${balanceText(paypal)} + ${balanceText(bank)} + ${balanceText(cash)} = ${balanceText(sums.stillToPayOut)} still to pay out + ${balanceText(sums.salesTaxHeld)} sales tax held + ${balanceText(owed)} owed${before}.`}
      </p>
    </section>
  )
}

/** The month as visitors see it, and its files. */
function Numbers({ month }: { month: LedgerMonth }) {
  const isDraft = month.closedAt === null
  return (
    <>
      <LedgerLines month={month} />
      <div className="flex flex-wrap gap-3">
        <LinkButton look="secondary" reloadDocument download to={journalFile(month.month)}>
          {isDraft ? "Journal (draft)" : "Journal"}
        </LinkButton>
        <LinkButton look="secondary" to={paths.ledger(month.month)}>
          As visitors see it
        </LinkButton>
      </div>
      <Hint>The journal is a CSV file for QuickBooks Online or GnuCash. It has order IDs and no names.</Hint>
    </>
  )
}

/** The last step: the button that closes the month, or from when it can be closed. */
function CloseBox({ month }: { month: string }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p>A closed month can't be changed. What is found later is entered as a correction in an open month.</p>
      {isClosable(month, serverNow()) ? (
        <CloseButton month={month} />
      ) : (
        <p className="font-semibold">
          You can close {monthHeading(month)} from {firstClosingDay(month)}.
        </p>
      )}
    </div>
  )
}

/** Closes the month as it was compared. The server refuses if something has changed since. */
function CloseButton({ month }: { month: string }) {
  const settlement = useQuery(settlementQuery(month))
  const close = useMutation({ ...closeMonthMutation, onSuccess: () => notify.success(`${name} is closed.`) })
  const online = useOnline()
  const reasonId = useId()
  const name = monthHeading(month)
  const left = settlement.data?.lines.filter(({ state }) => OPEN_STATES.some((open) => open.state === state)).length
  const reason =
    left === undefined ? "Compare the month with PayPal first." : left > 0 ? "Explain all lines first." : ""

  return (
    <>
      <ErrorNotice error={close.error} className="w-full" />
      <ConfirmButton
        disabled={reason !== "" || !online}
        aria-describedby={reason ? reasonId : undefined}
        title={`Close ${name}?`}
        body="Nobody can change its lines afterwards."
        action="Close the month"
        busyText="Closing…"
        onConfirm={
          () => close.mutateAsync({ month, digest: settlement.data?.digest ?? "" }).catch(() => {}) // shown above the button
        }
      >
        Close {name}
      </ConfirmButton>
      {reason && (
        <p id={reasonId} className="text-sm text-ink-2">
          {reason}
        </p>
      )}
    </>
  )
}

const WAIT = 24 * 60 * 60_000 // PayPal's report may lag. The server requires the same.

/** Whether a month ("2026-11") has been over for 24 hours in the zone. `now`: milliseconds */
const isClosable = (month: string, now: number) => wallDay(now - WAIT).slice(0, 7) > month

/** The first day on which a month can be closed: "Wed, Dec 2" */
const firstClosingDay = (month: string) => formatDate(`${addMonths(month, 1)}-02`)
