/** The state of a staff list: the page is in the path; order and filters are in the query string. */
import { useEffect, useRef, useState } from "react"
import { useLocation, useNavigate, useNavigation, useParams } from "react-router-dom"
import { type AdminList, paths, type StaffPage } from "~/shop/paths"

type SortOrder = "asc" | "desc"

/** `field` is a sort field of the API; "" is the default order. */
export interface Sort {
  field: string
  order: SortOrder
}

export interface ListState {
  list: StaffPage
  pageNumber: number
  sort: Sort
  /** A filter in the URL; "" if it is not set. */
  filter: (name: string) => string
  /** Sorts the list and shows its first page. `focusId` keeps the focus on the control that was used. */
  sortBy: (sort: Sort, focusId?: string) => void
  /** Sets filters and shows the first page; removes empty ones. */
  narrow: (filters: Readonly<Record<string, string>>, focusId?: string) => void
  /** Whether the list has filters besides its search. */
  hasFilters: boolean
  /** How many of them are set. */
  chosen: number
  /** Whether the list has a search or a filter, so that it may not have all rows. */
  isNarrowed: boolean
  /** Ends the search and all filters. */
  clear: () => void
}

interface FromControl {
  usedControl?: string
}

/** The ID of the search field. */
export const SEARCH = "list-keyword"

const UNSORTED: Sort = { field: "", order: "asc" }

/** Router state of links to a row's page: the URL of the list. */
export interface FromList {
  cameFrom?: string
}

export function useFromList(): FromList {
  const { pathname, search, state } = useLocation()
  return { cameFrom: (state as FromList | null)?.cameFrom ?? pathname + search }
}

/** The URL of the list that staff came from, with its page, order and search; otherwise the whole list. */
export function useWayBack(list: AdminList): string {
  const from = (useLocation().state as FromList | null)?.cameFrom
  const whole = paths.adminList(list)
  return from?.startsWith(whole) ? from : whole
}

interface ListOptions {
  sort?: Sort
  /** The names of the filters besides the search. */
  filters?: readonly string[]
}

/** Only fields of columns are sort fields; others in the URL are ignored, because the server would refuse them. */
export function useListState(
  list: StaffPage,
  columns: readonly { field?: string }[],
  { sort = UNSORTED, filters = [] }: ListOptions = {},
): ListState {
  const pageNumber = Number(useParams().n ?? 1)
  const { pathname } = useLocation()
  const { search, pending } = useLatestAddress(list)
  const navigate = useNavigate()
  useFocusOnUsedControl()
  const params = new URLSearchParams(search)
  const go = (changes: Readonly<Record<string, string>>, focusId?: string) => {
    const next = withChanges(params, changes)
    void navigate((pageNumber === 1 ? pathname : paths.adminList(list)) + next, {
      replace: true,
      preventScrollReset: true,
      state: focusId ? ({ usedControl: focusId } satisfies FromControl) : null,
    })
  }
  const chosen = filters.filter((name) => params.get(name)).length
  return {
    list,
    pageNumber: pending === null ? pageNumber : pageOf(pending),
    sort: readSort(params, columns) ?? sort,
    filter: (name) => params.get(name) ?? "",
    hasFilters: filters.length > 0,
    chosen,
    isNarrowed: chosen > 0 || Boolean(params.get("keyword")),
    narrow: go,
    clear: () => go(Object.fromEntries(["keyword", ...filters].map((name) => [name, ""])), SEARCH),
    sortBy: ({ field, order }, focusId) => go({ sortField: field, sortOrder: field ? order : "" }, focusId),
  }
}

/**
 * The query string, including changes whose navigation is still pending, so that the next change keeps them; and the
 * path of that navigation, because a new search starts at page 1.
 */
function useLatestAddress(list: StaffPage): { search: string; pending: string | null } {
  const { search } = useLocation()
  const next = useNavigation().location
  return next?.pathname.startsWith(paths.adminList(list))
    ? { search: next.search, pending: next.pathname }
    : { search, pending: null }
}

const pageOf = (path: string) => Number(/\/(\d+)\/?$/.exec(path)?.[1] ?? 1)

/** The sort after a click on a column: ascending first, then reversed. */
export function toggled(sort: Sort, field: string): Sort {
  return { field, order: sort.field === field && sort.order === "asc" ? "desc" : "asc" }
}

/** The parameters of the list request, without default values. */
export function listParams({ pageNumber, sort, filter }: ListState) {
  const keyword = filter("keyword")
  return {
    pageNumber,
    ...(sort.field && { sortField: sort.field, sortOrder: sort.order }),
    ...(keyword && { keyword }),
  }
}

function readSort(params: URLSearchParams, columns: readonly { field?: string }[]): Sort | null {
  const field = params.get("sortField")
  if (!field || !columns.some((column) => column.field === field)) return null
  return { field, order: params.get("sortOrder") === "desc" ? "desc" : "asc" }
}

function withChanges(params: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next.size > 0 ? `?${next}` : ""
}

/**
 * Returns the focus to the control that was used, if the change of the list lost it or moved it to the heading. Called
 * by the controls above the rows and by the rows, which may load later.
 */
export function useFocusOnUsedControl(): void {
  const { state, key } = useLocation()
  const used = (state as FromControl | null)?.usedControl
  useEffect(() => {
    if (!used) return
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.matches("body, h1")) document.getElementById(used)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [used, key])
}

/**
 * After a row is removed, or its button that was used, moves the focus to the element with the ref `top` as soon as the
 * list is updated. Call `onRowRemoved` after the removal.
 */
export function useFocusAfterRemoval(list: unknown) {
  const top = useRef<HTMLDivElement>(null)
  const isRemoved = useRef(false)
  useEffect(() => {
    if (!isRemoved.current) return
    isRemoved.current = false
    if (document.activeElement === document.body) top.current?.focus()
  }, [list])
  return {
    top,
    onRowRemoved: () => {
      isRemoved.current = true
    },
  }
}

/** Whether the value has ever been true, so that content stays while its data is fetched again. */
export function useOnce(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return now || ever
}
