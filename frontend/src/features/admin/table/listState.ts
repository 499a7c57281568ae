/** What a staff list shows: page in the path, order and filters in the query string, so that a link shows the same. */
import { useEffect } from "react"
import { useLocation, useNavigate, useNavigation, useParams } from "react-router-dom"
import { paths, type AdminList } from "~/paths"

export type SortOrder = "asc" | "desc"

/** `field` is a name the server sorts by; "" leaves the order to the server. */
export interface Sort {
  field: string
  order: SortOrder
}

export interface ListState {
  list: AdminList
  pageNumber: number
  sort: Sort
  /** A filter of the address; "" where it is not set. */
  filter: (name: string) => string
  /** Orders the list anew, from its first page on. `focusId` keeps the focus on the control that was used. */
  sortBy: (sort: Sort, focusId?: string) => void
  /** Sets filters, from the first page on; an empty one is taken out. */
  narrow: (filters: Readonly<Record<string, string>>, focusId?: string) => void
  /** The query string of the address, to be brought back after a detour: "?keyword=draft" */
  search: string
}

interface FromControl {
  usedControl?: string
}

const UNSORTED: Sort = { field: "", order: "asc" }

/** What a link to the page of one row hands on: the address of the list as it stood. */
export interface FromList {
  cameFrom?: string
}

export function useFromList(): FromList {
  const { pathname, search, state } = useLocation()
  return { cameFrom: (state as FromList | null)?.cameFrom ?? pathname + search }
}

/** Back to the page, the order and the search that staff came from; to the whole list where they came from elsewhere. */
export function useWayBack(list: AdminList): string {
  const from = (useLocation().state as FromList | null)?.cameFrom
  const whole = paths.adminList(list)
  return from?.startsWith(whole) ? from : whole
}

/** The page of /admin/{list} and /admin/{list}/{n}; null for an address that is none. */
export function usePageNumber(): number | null {
  const { n = "1" } = useParams()
  return /^[1-9]\d{0,5}$/.test(n) ? Number(n) : null
}

/** `sortable` are the fields an address may name; others are passed over, as the server would refuse them. */
export function useListState(
  list: AdminList,
  pageNumber: number,
  sortable: readonly string[],
  usual: Sort = UNSORTED,
): ListState {
  const { pathname } = useLocation()
  const search = useLatestSearch(list)
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
  return {
    list,
    pageNumber,
    search,
    sort: readSort(params, sortable, usual),
    filter: (name) => params.get(name) ?? "",
    narrow: go,
    sortBy: ({ field, order }, focusId) => go({ sortField: field, sortOrder: field ? order : "" }, focusId),
  }
}

/** With what was chosen a moment ago and is still on its way into the address: the next choice must not undo it. */
function useLatestSearch(list: AdminList): string {
  const { search } = useLocation()
  const coming = useNavigation().location
  return coming?.pathname.startsWith(paths.adminList(list)) ? coming.search : search
}

/** A click on a column: ascending at first, then the other way round. */
export function toggled(sort: Sort, field: string): Sort {
  return { field, order: sort.field === field && sort.order === "asc" ? "desc" : "asc" }
}

/** What the list call is asked: page and order; what is as usual is left out. */
export function listAsked({ pageNumber, sort }: ListState): {
  pageNumber: number
  sortField?: string
  sortOrder?: SortOrder
} {
  return sort.field ? { pageNumber, sortField: sort.field, sortOrder: sort.order } : { pageNumber }
}

function readSort(params: URLSearchParams, sortable: readonly string[], usual: Sort): Sort {
  const field = params.get("sortField") ?? ""
  if (!sortable.includes(field)) return usual
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
 * Another page of the list moves the focus to its heading; who used a control of the list goes on from there. Called
 * by what stands above the rows and by the rows, which may come later.
 */
export function useFocusOnUsedControl(): void {
  const { state, key } = useLocation()
  const used = (state as FromControl | null)?.usedControl
  useEffect(() => {
    if (!used) return
    const soon = requestAnimationFrame(() => {
      if (document.activeElement?.matches("body, h1")) document.getElementById(used)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(soon)
  }, [used, key])
}
