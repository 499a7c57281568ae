import { ArrowDown, ArrowUp } from "lucide-react"
import type { ReactNode } from "react"
import { announceSort, type Column, type RowsProps } from "./Table"
import { useFocusOnUsedControl, type ListState } from "./listState"
import { Button } from "~/ui/layout/Button"
import { SelectField } from "~/ui/forms/Field"

interface AdminCardsProps<Row> extends Omit<RowsProps<Row>, "caption"> {
  /** The card's content, beginning with a level 2 heading. The row's actions follow it. */
  card: (row: Row) => ReactNode
}

/** The list on a phone. */
export function AdminCards<Row>({ columns, rows, rowKey, actions, card, state }: AdminCardsProps<Row>) {
  useFocusOnUsedControl()
  return (
    <>
      <SortBar columns={columns} state={state} />
      <ul className="grid gap-3 sm:grid-cols-2">
        {rows.map((row) => (
          <li key={rowKey(row)} className="flex flex-col rounded-card border border-hair bg-paper p-4 shadow-1">
            <div className="flex-1">{card(row)}</div>
            {actions && (
              <div className="mt-3 -mb-2 border-t border-hair pt-2">
                <div className="-mx-1.5 flex flex-wrap items-center sm:-mx-2 sm:gap-x-2">{actions(row)}</div>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function SortBar<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  const { field, order } = state.sort
  const sortable = columns.filter((column) => column.field !== undefined)
  const labelOf = (name: string) => sortable.find((column) => column.field === name)?.label ?? ""
  const sort = (next: ListState["sort"], focusId: string) => {
    state.sortBy(next, focusId)
    if (next.field) announceSort(labelOf(next.field), next)
  }
  const Arrow = order === "asc" ? ArrowUp : ArrowDown
  return (
    <div className="mb-4 flex items-end gap-3">
      <SelectField
        id="sort-field"
        label="Sort by"
        className="min-w-0 flex-1"
        value={field}
        onChange={(event) => sort({ field: event.target.value, order: "asc" }, "sort-field")}
      >
        {!labelOf(field) && <option value={field}>Date added</option>}
        {sortable.map((column) => (
          <option key={column.field} value={column.field}>
            {column.label}
          </option>
        ))}
      </SelectField>
      {field && (
        <Button
          id="sort-order"
          look="secondary"
          onClick={() => sort({ field, order: order === "asc" ? "desc" : "asc" }, "sort-order")}
        >
          <Arrow aria-hidden size={18} />
          {order === "asc" ? "Ascending" : "Descending"}
        </Button>
      )}
    </div>
  )
}

/** A line of a card: "Venue  Copper Kettle". For use in <CardFacts>. */
export function CardFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-x-4">
      <dt className="shrink-0 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-right font-semibold">{children}</dd>
    </div>
  )
}

export function CardFacts({ children }: { children: ReactNode }) {
  return <dl className="mt-2 grid gap-1 text-sm">{children}</dl>
}
