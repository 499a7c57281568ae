import clsx from "clsx"
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react"
import type { ReactNode } from "react"
import { toggled, useFocusOnUsedControl, type ListState, type Sort } from "./listState"
import { announce } from "~/ui/feedback/announce"

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
  return (
    <table className="w-full border-separate border-spacing-0 rounded-card border border-hair bg-paper text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.label} column={column} state={state} />
          ))}
          {actions && (
            <th scope="col" className={clsx(head, "px-3 text-left")}>
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="group relative">
            {columns.map((column) => (
              <BodyCell key={column.label} column={column} row={row} />
            ))}
            {actions && (
              <td className={cell}>
                <div className="flex flex-wrap items-center justify-end xl:flex-nowrap">{actions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

// The header row sticks below the page's header.
const head =
  "sticky top-(--header-h) z-10 border-b-2 border-hair bg-paper font-semibold first:rounded-tl-card last:rounded-tr-card"
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
export function announceSort(label: string, { order }: Sort): void {
  announce(`Sorted by ${label}, ${order === "asc" ? "ascending" : "descending"}`)
}
