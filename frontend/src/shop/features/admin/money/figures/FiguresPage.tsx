import { formatDate, monthHeading } from "~/common/lib/time/dates"
import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { ChevronDown, Download, Printer } from "lucide-react"
import { useState } from "react"
import type { FiguresSummary } from "~/common/api/types"
import { ledgerQuery } from "~/shop/queries/giving"
import { balanceText } from "~/shop/shared/giving/ledgerText"
import { figuresExport, figuresQuery, type FiguresRange } from "~/shop/queries/staff/money"
import { AdminTable, type Column } from "~/shop/features/admin/table/Table"
import { ListFilter } from "~/shop/features/admin/table/Rows"
import { type ListState, useListState } from "~/shop/features/admin/table/listState"
import { Page } from "~/shop/layout/Page"
import { addMonths } from "~/common/lib/time/months"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import {
  Figure,
  furtherGroupings,
  furtherMeasures,
  type Grouping,
  groupings,
  isGrouping,
  type Measure,
  measures,
  NAME,
  type Row,
  rowsOf,
  sortRows,
  UNKNOWN,
} from "./columns"

const sortable = [{ field: NAME }, ...measures, ...furtherMeasures]

/** How the dates of a season or of twelve months went: /admin/figures */
export default function FiguresPage() {
  const state = useListState("figures", sortable, { sort: { field: NAME, order: "asc" } })
  const range = rangeOf(state.filter("range"))
  const query = useQuery(figuresQuery(range))
  const by = state.filter("by")
  const [isMore, setMore] = useState(() => furtherMeasures.some(({ field }) => field === state.sort.field))
  const shown = isMore ? [...measures, ...furtherMeasures] : measures
  return (
    <Page title="Figures">
      <Loaded query={query} what="the figures" loading={<Skeleton className="h-96 rounded-card" />}>
        {(summary) => (
          <div className="figures grid gap-5 print:block print:space-y-2">
            <Choices summary={summary} state={state} />
            {summary.total.dates + summary.total.canceled === 0 ? (
              <EmptyState>No date has started in this time.</EmptyState>
            ) : (
              <>
                <FiguresTable summary={summary} by={isGrouping(by) ? by : "format"} shown={shown} state={state} />
                <AddUp />
                <Actions range={range} isMore={isMore} onMore={setMore} />
                <Definitions shown={shown} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** A month ("2025-11"), or a season's ID. */
function rangeOf(chosen: string): FiguresRange {
  if (!chosen) return {}
  return chosen.includes("-") ? { month: chosen } : { season: chosen }
}

function Choices({ summary, state }: { summary: FiguresSummary; state: ListState }) {
  const { firstDay, lastDay, seasons } = summary
  const before = { value: addMonths(lastDay.slice(0, 7), -12), label: "The 12 months before" }
  return (
    <>
      <div className="no-print flex flex-wrap gap-3 max-w-form">
        <ListFilter
          label="Period"
          state={state}
          name="range"
          any="The last 12 months"
          options={[...seasons.map(({ _id, title }) => ({ value: _id, label: title })), before]}
        />
        <ListFilter label="By" state={state} name="by" any={groupings.format} options={furtherGroupings} />
      </div>
      <p className="text-ink-2">
        Dates from {formatDate(firstDay)} to {formatDate(lastDay)} that have started.
      </p>
    </>
  )
}

interface FiguresTableProps {
  summary: FiguresSummary
  by: Grouping
  shown: readonly Measure[]
  state: ListState
}

function FiguresTable({ summary, by, shown, state }: FiguresTableProps) {
  const all: Row = { key: "all", name: "All", figures: summary.total }
  const columns: Column<Row>[] = [
    {
      label: groupings[by],
      field: NAME,
      names: true,
      cell: ({ name }) => name,
      className: "min-w-28 [overflow-wrap:anywhere]",
    },
    ...shown.map((measure) => ({
      label: measure.label,
      field: measure.field,
      right: true,
      cell: ({ figures }: Row) => <Figure measure={measure} figures={figures} />,
    })),
  ]
  const rows = [...sortRows(rowsOf(summary, by), state.sort), all]
  const isUnknown = rows.some(({ figures }) => shown.some(({ field }) => figures[field] === null))
  return (
    <div className="grid gap-2">
      <AdminTable caption="Figures" columns={columns} rows={rows} rowKey={({ key }) => key} state={state} />
      {isUnknown && (
        <p className="text-sm text-ink-2">
          {UNKNOWN} not measured: no door of these dates was closed. For money: all of them were free.
        </p>
      )}
    </div>
  )
}

/** How the dates' sums and the ledger's go together. */
function AddUp() {
  const { data } = useQuery(ledgerQuery())
  if (!data) return null
  const { tookPlace, toCome, giftsAlone, other, received } = data.sums
  const parts = [
    `${balanceText(tookPlace)} of dates that took place`,
    `${balanceText(toCome)} of dates to come`,
    `${balanceText(giftsAlone)} of gifts alone`,
    ...(other === 0 ? [] : [`${balanceText(other)} of other money`]),
  ]
  const first = data.months.at(-1)
  return (
    <p className="text-ink-2">
      {first && `In the ledger since ${monthHeading(first.month)}: `}
      {`${parts.join(" + ")} = ${balanceText(received)} received.`}
    </p>
  )
}

interface ActionsProps {
  range: FiguresRange
  isMore: boolean
  onMore: (isMore: boolean) => void
}

function Actions({ range, isMore, onMore }: ActionsProps) {
  return (
    <div className="no-print grid gap-2">
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" aria-expanded={isMore} onClick={() => onMore(!isMore)}>
          <ChevronDown aria-hidden size={18} className={clsx(isMore && "rotate-180")} />
          More
        </Button>
        <Button look="secondary" onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Print
        </Button>
        <LinkButton look="secondary" reloadDocument download to={figuresExport(range)}>
          <Download aria-hidden size={18} />
          Download as CSV
        </LinkButton>
      </div>
    </div>
  )
}

function Definitions({ shown }: { shown: readonly Measure[] }) {
  return (
    <section aria-labelledby="definitions" className="grid max-w-measure gap-2 print:max-w-none">
      <h2 id="definitions">What the figures mean</h2>
      <dl className="grid gap-2 print:block print:columns-3">
        {shown.map(({ field, label, definition }) => (
          <div key={field} className="keep-together">
            <dt className="font-semibold">{label}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
