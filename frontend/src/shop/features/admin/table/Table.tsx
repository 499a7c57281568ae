import clsx from "clsx"
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react"
import type { ReactNode } from "react"
import { announce } from "~/common/ui/feedback/announce"
import { SelectField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { type ListState, type Sort, toggled, useFocusOnUsedControl } from "./listState"

export interface Column<Row> {
  /** The heading, and the label in the Sort select on phones. */
  label: string
  /** The API's sort field. Columns without one can't be sorted. */
  field?: string
  cell: (row: Row) => ReactNode
  /** Aligns numbers to the right. */
  right?: boolean
  /** The column that names the row: its cells are row headers. */
  names?: boolean
  /** Stands after the row's actions: what staff rarely look at. */
  afterActions?: boolean
  className?: string
}

export interface RowsProps<Row> {
  /** For screen readers: "Events" */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** <RowAction>s, destructive ones last. */
  actions?: (row: Row) => ReactNode
  state: ListState
}

export function AdminTable<Row>({ caption, columns, rows, rowKey, actions, state }: RowsProps<Row>) {
  useFocusOnUsedControl()
  const last = columns.filter(({ afterActions }) => afterActions)
  const first = columns.filter((column) => !last.includes(column))
  return (
    <table className="w-full border-separate border-spacing-0 rounded-card border border-hair bg-paper text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {first.map((column) => (
            <HeaderCell key={column.label} column={column} state={state} />
          ))}
          {actions && (
            <th scope="col" className={clsx(head, "px-3 text-left")}>
              <span className="sr-only">Actions</span>
            </th>
          )}
          {last.map((column) => (
            <HeaderCell key={column.label} column={column} state={state} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="group relative">
            {first.map((column) => (
              <BodyCell key={column.label} column={column} row={row} />
            ))}
            {actions && (
              <td className={cell}>
                <div className="flex flex-wrap items-center justify-end xl:flex-nowrap">{actions(row)}</div>
              </td>
            )}
            {last.map((column) => (
              <BodyCell key={column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

// The header row sticks below the page's header.
const head =
  "sticky top-(--spacing-header) z-10 border-b-2 border-hair bg-paper font-semibold first:rounded-tl-card last:rounded-tr-card"
const cell = "border-b border-hair px-2 py-2 align-middle first:pl-3 group-last:border-b-0 group-hover:bg-malt"

function HeaderCell<Row>({ column, state }: { column: Column<Row>; state: ListState }) {
  const { label, field, right } = column
  const active = field !== undefined && state.sort.field === field
  const id = `sort-${field ?? label}`
  const sort = (by: string) => {
    const next = toggled(state.sort, by)
    state.sortBy(next, id)
    announceSort(label, next)
  }
  return (
    <th
      scope="col"
      aria-sort={active ? (state.sort.order === "asc" ? "ascending" : "descending") : undefined}
      className={clsx(
        head,
        right ? "pr-3 text-right" : "text-left",
        field === undefined ? "px-2 py-2 first:pl-3" : "first:pl-1", // as far in as the cells, with a button's padding
      )}
    >
      {field === undefined ? (
        label
      ) : (
        <button
          type="button"
          id={id}
          onClick={() => sort(field)}
          className={clsx(
            "inline-flex min-h-tap w-full items-center gap-1 rounded-md px-2 font-semibold whitespace-nowrap hover:bg-malt",
            right && "flex-row-reverse",
          )}
        >
          {label}
          <SortIcon order={active ? state.sort.order : null} />
        </button>
      )}
    </th>
  )
}

function SortIcon({ order }: { order: Sort["order"] | null }) {
  if (order === null) return <ArrowUpDown aria-hidden size={14} className="shrink-0 text-ink-2" />
  const Arrow = order === "asc" ? ArrowUp : ArrowDown
  return <Arrow aria-hidden size={16} strokeWidth={3} className="shrink-0" />
}

function BodyCell<Row>({ column: { cell: render, right, names, className }, row }: { column: Column<Row>; row: Row }) {
  const look = clsx(cell, right ? "count pr-5 text-right" : "text-left", className)
  return names ? (
    <th scope="row" className={clsx(look, "font-semibold")}>
      {render(row)}
    </th>
  ) : (
    <td className={look}>{render(row)}</td>
  )
}

/** "Sorted by Email, ascending" */
function announceSort(label: string, { order }: Sort): void {
  announce(`Sorted by ${label}, ${order === "asc" ? "ascending" : "descending"}`)
}

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
