import { useQuery } from "@tanstack/react-query"
import { Download, Printer } from "lucide-react"
import type { ReactNode } from "react"
import { useParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { isRefusal } from "~/common/api/client"
import type { LedgerYear } from "~/common/api/types"
import { formatRate } from "~/common/lib/money"
import { Badge } from "~/common/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { AdminTable, type Column } from "~/shop/features/admin/table/Table"
import { yearPath } from "~/shop/layout/header/staffPages"
import NotFound from "~/shop/layout/NotFound"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"
import { yearFile, yearQuery } from "~/shop/queries/staff/money"
import { balanceText } from "~/shop/shared/giving/ledgerText"
import { charity } from "~/shop/state/shop"
import { monthColumns, type NumbersRow, plainAmount } from "./columns"

/** A year for the accountant, on one sheet of paper: /admin/ledger/year/:year */
export default function YearPage() {
  const { year = "" } = useParams()
  const query = useQuery(yearQuery(year))
  if (isRefusal(query.error, 404)) return <NotFound>We can't find that year.</NotFound>
  return (
    <Page title={`Ledger: ${year}`} heading={year}>
      <Loaded query={query} what="this year" loading={<Skeleton className="h-96 rounded-card" />}>
        {(found) => <Year year={found} />}
      </Loaded>
      <nav aria-label="Ledger" className="no-print mt-4 flex flex-wrap gap-x-5">
        <Link to={paths.adminList("ledger")} className="page-link">
          All months
        </Link>
        <Link to={yearPath(Number(year) - 1)} className="page-link">
          {Number(year) - 1}
        </Link>
      </nav>
    </Page>
  )
}

function Year({ year }: { year: LedgerYear }) {
  const { accounts, isClosed, received, costs, forCharity } = year
  if (!accounts.some(isUsed)) {
    return <EmptyState>No money came in or went out in this year.</EmptyState>
  }
  return (
    <div className="sheet grid grid-cols-[minmax(0,1fr)] gap-5 print:block print:space-y-2">
      <p className="money flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {!isClosed && <Badge look="info">not closed yet</Badge>}
        {`${balanceText(received)} received − ${balanceText(costs)} of costs = ${balanceText(forCharity)} for ${charity()}.`}
      </p>
      <div className="no-print flex flex-wrap gap-3">
        <LinkButton look="secondary" reloadDocument download to={yearFile(year.year)}>
          <Download aria-hidden size={18} />
          Download as CSV
        </LinkButton>
        <Button look="secondary" onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Print
        </Button>
      </div>
      <Accounts year={year} />
      <TaxableSales year={year} />
      <div className="grid items-start gap-5 lg:grid-cols-2 print:grid-cols-2">
        <Amounts
          title="Codes and member prices"
          note="What they took off seats that were paid in this year and are not returned, before sales tax."
          rows={year.discounts.map(({ code, amount }) => ({ name: code || "Member prices", amount }))}
          none="No code and no member price was used."
        />
        <Amounts
          title="Received by place"
          note="Where dates were sold for, after refunds and PayPal's fees, before costs."
          rows={year.places.map(({ place, received: amount }) => ({
            name: place === null ? "Money of no date" : place || "No place",
            amount,
          }))}
          none="Nothing was received."
        />
      </div>
    </div>
  )
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2 print:block">
      <h2>{title}</h2>
      {children}
      <p className="text-sm text-ink-2">{note}</p>
    </section>
  )
}

const isUsed = ({ months, before }: LedgerYear["accounts"][number]) => Boolean(before) || months.some(Boolean)

function Accounts({ year }: { year: LedgerYear }) {
  return (
    <Part
      title="Accounts by month"
      note="What each month's journal adds: to income and liabilities by credits, to assets and expenses by debits. Before and after: what was in the account at the start of the year, and at its end or today."
    >
      <AdminTable
        caption="Accounts by month"
        columns={[
          ...monthColumns(year, "Account"),
          { label: "Before", right: true, cell: ({ before }) => plainAmount(before ?? 0) },
          { label: "After", right: true, cell: ({ after }) => plainAmount(after ?? 0) },
        ]}
        rows={year.accounts.filter(isUsed)}
        rowKey={({ name }) => name}
      />
    </Part>
  )
}

function TaxableSales({ year }: { year: LedgerYear }) {
  const rows = year.rates.flatMap(({ rate, sales, totalSales, taxes, totalTax }): NumbersRow[] => [
    { name: `Net sales at ${formatRate(rate)}`, months: sales, total: totalSales },
    { name: `Sales tax at ${formatRate(rate)}`, months: taxes, total: totalTax },
  ])
  return (
    <Part
      title="Taxable sales by rate"
      note={`Tickets after discounts and refunds, by the rate of the order. Paid to the state: ${balanceText(year.salesTaxPaid)}.`}
    >
      {rows.length === 0 ? (
        <EmptyState>Nothing was sold.</EmptyState>
      ) : (
        <AdminTable
          caption="Taxable sales by rate"
          columns={monthColumns(year, "Rate")}
          rows={rows}
          rowKey={({ name }) => name}
        />
      )}
    </Part>
  )
}

interface Amount {
  name: string
  amount: number
}

const amountColumns: Column<Amount>[] = [
  { label: "Name", names: true, cell: ({ name }) => name, className: "[overflow-wrap:anywhere]" },
  { label: "Amount", right: true, cell: ({ amount }) => balanceText(amount) },
]

function Amounts({ title, note, rows, none }: { title: string; note: string; rows: Amount[]; none: string }) {
  const total = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
  return (
    <Part title={title} note={note}>
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <AdminTable
          caption={title}
          columns={amountColumns}
          rows={[...rows, { name: "All", amount: total }]}
          rowKey={({ name }) => name}
        />
      )}
    </Part>
  )
}
