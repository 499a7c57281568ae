import type { UseQueryResult } from "@tanstack/react-query"
import clsx from "clsx"
import { type ReactNode, useEffect } from "react"
import { useLocation, useParams } from "react-router-dom"
import type { Component } from "~/common/jsx/jsx-runtime"
import { capitalize, counted } from "~/common/lib/text"
import { announce } from "~/common/ui/feedback/announce"
import { type Option, SelectField } from "~/common/ui/forms/Field"
import { SearchForm } from "~/common/ui/forms/SearchForm"
import NotFound from "~/shop/layout/NotFound"
import { paths } from "~/shop/paths"
import { Pagination } from "~/common/ui/layout/Pagination"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Button } from "~/common/ui/layout/Button"
import { type ListState, SEARCH } from "./listState"
import { AdminTable, type AdminTableProps } from "./Table"

/** The page of /admin/{list} and /admin/{list}/{n}. */
export function listPage(List: Component<object>) {
  return function ListPage() {
    const { n = "1" } = useParams()
    return /^[1-9]\d{0,5}$/.test(n) ? <List /> : <NotFound />
  }
}

interface PageOfRows {
  total: number
  page: number
  pages: number
}

interface AdminRowsProps<Row, List extends PageOfRows> extends Omit<
  AdminTableProps<Row>,
  "caption" | "rows" | "state" | "className"
> {
  state: ListState
  query: UseQueryResult<List>
  /** What a row is: "event" */
  noun: string
  rowsOf: (list: List) => readonly Row[]
  /** Shown if there is nothing to list, even without a search or filters: an <EmptyState>. */
  empty?: ReactNode
}

/**
 * A staff list in all its states: loading, failed, empty, and loaded. The old rows stay visible, dimmed, while the next
 * page or order loads.
 */
export function AdminRows<Row, List extends PageOfRows>(props: AdminRowsProps<Row, List>) {
  const { query, noun, rowsOf, empty, ...rest } = props
  const { state } = rest
  useAnnouncedTotal(query, noun, state.isNarrowed)
  return (
    <Loaded query={query} what={`the ${noun}s`} loading={<RowsSkeleton />}>
      {(list) => {
        const rows = rowsOf(list)
        if (rows.length === 0) return (!state.isNarrowed && empty) || <NoMatch noun={noun} state={state} />
        const old = query.isPlaceholderData
        return (
          <>
            <div aria-hidden className="mb-1 h-1 overflow-hidden rounded-pill">
              {old && <div className="skeleton h-full w-full bg-amber" />}
            </div>
            <div aria-busy={old || undefined} className={clsx("transition-opacity", old && "opacity-60")}>
              <AdminTable {...rest} className="one-line" caption={`${capitalize(noun)}s`} rows={rows} />
            </div>
            <Pagination page={list.page} pages={list.pages} hrefFor={(n) => paths.adminList(state.list, n)} />
          </>
        )
      }}
    </Loaded>
  )
}

/** Shown if no row matches the search or the filters, which its button clears. */
function NoMatch({ noun, state }: { noun: string; state: ListState }) {
  const clear = (
    <Button look="secondary" onClick={state.clear}>
      {state.hasFilters ? "Clear filters" : "Clear search"}
    </Button>
  )
  return <EmptyState action={clear}>No {noun}s match.</EmptyState>
}

/** Announces the number of results of a search or filter. */
function useAnnouncedTotal(query: UseQueryResult<PageOfRows>, noun: string, narrowed: boolean): void {
  const { search } = useLocation()
  const total = query.isPlaceholderData ? undefined : query.data?.total
  useEffect(() => {
    if (narrowed && total !== undefined) announce(total === 0 ? `No ${noun}s match.` : `${counted(total, noun)} found`)
  }, [total, noun, narrowed, search])
}

export function RowsSkeleton() {
  return (
    <div className="grid gap-2">
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <Skeleton key={row} className="h-16 rounded-md" />
      ))}
    </div>
  )
}

/** The search field of a list. Its text is in the URL. */
export function ListSearch({ label, state }: { label: string; state: ListState }) {
  return (
    <SearchForm
      id={SEARCH}
      label={label}
      present={state.filter("keyword")}
      onSearch={(keyword) => state.narrow({ keyword }, SEARCH)}
      className="flex-1 basis-72"
    />
  )
}

interface ListFilterProps {
  label: string
  state: ListState
  /** The name of the filter in the URL: "status" */
  name: string
  /** The label of the first option, which removes the filter. */
  any: string
  options: readonly Option[]
  /** Two filters with short options fit in a row on a phone. */
  short?: boolean
}

/** A native select that filters the list immediately. On a phone, one with long options has its own row. */
export function ListFilter({ label, state, name, any, options, short = false }: ListFilterProps) {
  const id = `list-${name}`
  return (
    <SelectField
      id={id}
      label={label}
      className={clsx("min-w-0 flex-1", short ? "basis-32 sm:basis-44" : "basis-56")}
      value={state.filter(name)}
      onChange={(event) => state.narrow({ [name]: event.target.value }, id)}
      none={any}
      options={options}
    />
  )
}
