/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   In some browsers, a table that is displayed as cards loses its roles. */
import clsx from "clsx"
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react"
import type { ReactNode } from "react"
import { announce } from "~/common/ui/feedback/announce"
import { SelectField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { type ListState, type Sort, toggled, useFocusOnUsedControl } from "./listState"
import "./table.css"

/** Where a cell stands in the row's card on a phone: with its label in a line, unless it is said otherwise. */
type PlaceOnPhone = "title" | "beside" | "below" | "last" | "hidden"

export interface Column<Row> {
  /** The heading; on phones also the label of the cells, and of the column in the Sort select. */
  label: string
  /** What the heading doesn't say: "before tax" */
  note?: string
  /** The API's sort field. Columns without one can't be sorted. */
  field?: string
  cell: (row: Row) => ReactNode
  /** Its values are shorter than its heading, which may have two lines. */
  narrow?: boolean
  /** Aligns numbers to the right. */
  right?: boolean
  /** The column that names the row: its cells are row headers, and the title of the card unless `phone` says otherwise. */
  names?: boolean
  phone?: PlaceOnPhone
  className?: string
}

export interface AdminTableProps<Row> {
  /** For screen readers: "Events" */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** <RowAction>s and a <MoreMenu>, at the end of the row. */
  actions?: (row: Row) => ReactNode
  /** Of a list that can be sorted. */
  state?: ListState
  className?: string
  rowClass?: (row: Row) => string | false
}

/** A table, whose rows are cards on a phone's screen (table.css). */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { caption, columns, rows, rowKey, actions, state, className, rowClass } = props
  useFocusOnUsedControl()
  return (
    <>
      {state && <SortBar columns={columns} state={state} />}
      <table role="table" className={clsx("rows w-full border-separate border-spacing-0 panel text-sm", className)}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeaderCell key={column.label} column={column} state={state} />
            ))}
            {actions && (
              <th scope="col" role="columnheader" className={clsx(head, "no-print px-3 text-left")}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={clsx("group keep-together relative", rowClass?.(row))}>
              {columns.map((column) => (
                <BodyCell key={column.label} column={column} row={row} />
              ))}
              {actions && (
                <td role="cell" data-phone="actions" className={clsx(cell, "no-print lg:py-1")}>
                  <div className="flex flex-1 flex-wrap items-center max-lg:-mx-1.5 lg:justify-end xl:flex-nowrap">
                    {actions(row)}
                  </div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

// The header row sticks below the page's header.
const head =
  "sticky top-(--spacing-header) z-10 border-b-2 border-hair bg-paper font-semibold first:rounded-tl-card last:rounded-tr-card"
const cell = "border-b border-hair px-2 py-2 align-middle first:pl-3 group-last:border-b-0 group-hover:bg-malt"

function HeaderCell<Row>({ column, state }: { column: Column<Row>; state: ListState | undefined }) {
  const { label, note, narrow = false, field, right = false } = column
  const sort = state?.sort.field === field ? state?.sort : undefined
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sort && (sort.order === "asc" ? "ascending" : "descending")}
      className={clsx(
        head,
        right ? ["text-right", field === undefined ? "pr-4" : "pr-2"] : "text-left",
        note && "pb-1 leading-none",
        field === undefined ? "px-2 py-2 first:pl-3" : "first:pl-1", // as far in as the cells, with a button's padding
      )}
    >
      {state && field !== undefined ? <SortButton {...{ label, field, narrow, right, state }} /> : label}
      {note && (
        <span className={clsx("block text-xs font-normal text-ink-2", field !== undefined && "-mt-2 px-2")}>
          {note}
        </span>
      )}
    </th>
  )
}

interface SortButtonProps {
  label: string
  field: string
  narrow: boolean
  right: boolean
  state: ListState
}

function SortButton({ label, field, narrow, right, state }: SortButtonProps) {
  const id = `sort-${field}`
  const sort = () => {
    const next = toggled(state.sort, field)
    state.sortBy(next, id)
    announceSort(label, next)
  }
  return (
    <button
      type="button"
      id={id}
      onClick={sort}
      className={clsx(
        "inline-flex min-h-tap w-full items-center gap-1 rounded-md px-2 font-semibold hover:bg-malt",
        narrow ? "text-left leading-tight whitespace-normal xl:w-min" : "whitespace-nowrap",
        right && "flex-row-reverse",
      )}
    >
      {label}
      <SortIcon order={state.sort.field === field ? state.sort.order : null} />
    </button>
  )
}

function SortIcon({ order }: { order: Sort["order"] | null }) {
  if (order === null) return <ArrowUpDown aria-hidden size={14} className="shrink-0 text-ink-2" />
  const Arrow = order === "asc" ? ArrowUp : ArrowDown
  return <Arrow aria-hidden size={16} strokeWidth={3} className="shrink-0" />
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { label, note = "", right, names, className } = column
  const phone = column.phone ?? (names ? "title" : undefined)
  const Cell = names ? "th" : "td"
  return (
    <Cell
      role={names ? "rowheader" : "cell"}
      scope={names ? "row" : undefined}
      data-phone={phone}
      data-label={phone === undefined || phone === "last" ? `${label} ${note}`.trim() : undefined}
      className={clsx(cell, right ? "count pr-4 text-right" : "text-left", names && "font-semibold", className)}
    >
      <div className="min-w-0">{column.cell(row)}</div>
    </Cell>
  )
}

/** "Sorted by Email, ascending" */
function announceSort(label: string, { order }: Sort): void {
  announce(`Sorted by ${label}, ${order === "asc" ? "ascending" : "descending"}`)
}

/** Sorts on a phone, where a table's headings are hidden. */
function SortBar<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  const { field, order } = state.sort
  const sortable = columns.flatMap(({ field: value, label }) => (value === undefined ? [] : [{ value, label }]))
  const labelOf = (name: string) => sortable.find(({ value }) => value === name)?.label ?? ""
  const sort = (next: ListState["sort"], focusId: string) => {
    state.sortBy(next, focusId)
    if (next.field) announceSort(labelOf(next.field), next)
  }
  const Arrow = order === "asc" ? ArrowUp : ArrowDown
  return (
    <div className="no-print mb-4 flex items-end gap-3 lg:hidden">
      <SelectField
        id="sort-field"
        label="Sort by"
        className="min-w-0 flex-1"
        value={field}
        onChange={(event) => sort({ field: event.target.value, order: "asc" }, "sort-field")}
        options={labelOf(field) ? sortable : [{ value: field, label: "Date added" }, ...sortable]}
      />
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
