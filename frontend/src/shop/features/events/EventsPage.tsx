import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { upcomingQuery } from "~/shop/queries/products"
import type { Facets, UpcomingProductList } from "~/common/api/types"
import { Page } from "~/shop/layout/Page"
import NotFound from "~/shop/layout/NotFound"
import { counted } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { shop } from "~/shop/state/shop"
import { CardSkeletons } from "~/shop/shared/card/DateCard"
import { announce } from "~/common/ui/feedback/announce"
import { EmptyState, Loaded } from "~/common/ui/feedback/States"
import { FiltersButton, SearchForm } from "~/common/ui/forms/SearchForm"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { Pagination } from "~/common/ui/layout/Pagination"
import { SkipLink } from "~/common/ui/layout/SkipLink"
import {
  AGENDA_DAYS,
  calendarFilters,
  countFilters,
  datesAsked,
  filterId,
  type FilterName,
  type Filters,
  inOrder,
  lastDayOfAgenda,
  readFilters,
  wantsAll,
} from "./filters"
import { MainFilters } from "./MainFilters"
import { Months } from "./Months"

const SubscribeLink = latePart(() => import("~/shop/layout/SubscribeLink"), orNothing)

const RESULTS = "results"

/**
 * Upcoming events: /page/:n (the next 30 days) and /search/:keyword/page/:n, or /page/:n?keyword= for keywords that a path
 * would lose. The filters are in the URL.
 */
export default function EventsPage() {
  const { n, "*": search = `/page/${n}` } = useParams()
  const [, inPath, page] = /^(.*)\/page\/([1-9]\d{0,5})\/?$/s.exec(search) ?? []
  return inPath === undefined ? <NotFound /> : <Events pageNumber={Number(page)} inPath={inPath} />
}

/** `inPath` is the keyword in the path, or "". */
function Events({ pageNumber, inPath }: { pageNumber: number; inPath: string }) {
  const [search] = useSearchParams()
  const keyword = (inPath || (search.get("keyword") ?? "")).trim()
  const filters = readFilters(search)
  const hasFilters = countFilters(filters) > 0
  const narrowed = Boolean(keyword) || hasFilters
  const [until] = useState(() => lastDayOfAgenda(Date.now()))
  const isAgenda = !narrowed && !wantsAll(search)
  const events = useQuery(upcomingQuery(datesAsked(pageNumber, keyword, filters, isAgenda ? until : undefined)))
  const go = useListNavigation({ keyword, filters })
  useAnnouncedTotal(events.isPlaceholderData ? undefined : events.data?.total, isAgenda)
  return (
    <Page title={keyword ? `Events for “${keyword}”` : "Events"}>
      <p className="-mt-3 mb-3 hidden lg:block">
        <Link to={paths.scheduled()} className="page-link">
          View calendar
        </Link>
      </p>
      <FilterBar
        keyword={keyword}
        filters={filters}
        results={RESULTS}
        facets={events.data?.facets}
        onSearch={(words) => go({ keyword: words })}
        onFilter={(changes, changed) => go({ changes }, changed)}
      />
      <section id={RESULTS} tabIndex={-1} aria-label="Results">
        <Loaded
          query={events}
          what="the events"
          loading={
            <div className="mt-12">
              <CardSkeletons number={6} />
            </div>
          }
        >
          {(list) => (
            <>
              <Found
                list={list}
                old={events.isPlaceholderData}
                keyword={keyword}
                inPath={inPath}
                hasFilters={hasFilters}
                isAgenda={isAgenda}
              />
              {narrowed && list.total > 0 && (
                <p className="mt-6 flex min-h-tap justify-center">
                  <SubscribeLink path={paths.calendar(calendarFilters(keyword, filters))} name={shop().name}>
                    Subscribe to these events
                  </SubscribeLink>
                </p>
              )}
            </>
          )}
        </Loaded>
      </section>
    </Page>
  )
}

interface FoundProps {
  list: UpcomingProductList
  old: boolean
  keyword: string
  inPath: string
  hasFilters: boolean
  isAgenda: boolean
}

function Found({ list, old, keyword, inPath, hasFilters, isAgenda }: FoundProps) {
  if (list.products.length === 0) {
    return hasFilters || keyword ? (
      <EmptyState
        action={
          <LinkButton to={paths.dates()} look="secondary">
            {hasFilters ? "Clear filters" : "Clear search"}
          </LinkButton>
        }
      >
        No events match.
      </EmptyState>
    ) : isAgenda ? (
      <EmptyState action={<AllDates />}>No events in the next {AGENDA_DAYS} days.</EmptyState>
    ) : (
      <EmptyState>No events are scheduled right now. Check back soon.</EmptyState>
    )
  }
  return (
    <>
      <p className="count my-4 text-ink-2">{totalText(list.total, isAgenda)}</p>
      <Months events={list.products} old={old} />
      <Pagination page={list.page} pages={list.pages} hrefFor={(n) => paths.dates(n, inPath)} />
      {isAgenda && (
        <p className="mt-6 flex justify-center">
          <AllDates />
        </p>
      )}
    </>
  )
}

function AllDates() {
  return (
    <LinkButton to={paths.allDates()} look="secondary">
      All upcoming dates
    </LinkButton>
  )
}

interface FromSelect {
  usedField?: string
}

interface Asked {
  keyword: string
  filters: Filters
}

/**
 * A new search or filter starts at page 1. The focus stays on the field that was used. Pages come late, so a change is
 * added to what was asked for since the drawn one.
 */
function useListNavigation(drawn: Asked) {
  const navigate = useNavigate()
  const { state, key } = useLocation()
  const late = useRef<{ key: string; asked: Asked } | null>(null)
  const used = (state as FromSelect | null)?.usedField
  useEffect(() => {
    if (!used) return
    const frame = requestAnimationFrame(() => document.getElementById(used)?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [used, key])
  return ({ keyword, changes = {} }: { keyword?: string; changes?: Filters | null }, changed?: FilterName) => {
    const before = late.current?.key === key ? late.current.asked : drawn
    const asked = { keyword: keyword ?? before.keyword, filters: changes ? { ...before.filters, ...changes } : {} }
    late.current = { key, asked }
    void navigate(paths.dates(1, asked.keyword, { ...inOrder(asked.filters) }), {
      replace: asked.keyword === drawn.keyword,
      preventScrollReset: changed !== undefined,
      state: changed ? ({ usedField: filterId(changed) } satisfies FromSelect) : null,
    })
  }
}

/** Announces the displayed number of events after each response. Leaving the page clears the announcement. */
function useAnnouncedTotal(total: number | undefined, isAgenda: boolean): void {
  const { key } = useLocation()
  useEffect(() => {
    if (total === undefined) return
    const none = isAgenda ? `No events in the next ${AGENDA_DAYS} days.` : "No events match."
    announce(total === 0 ? none : isAgenda ? totalText(total, true) : `${totalText(total, false)} found`)
  }, [total, isAgenda, key])
  useEffect(() => () => announce(""), [])
}

/** "26 events in the next 30 days" */
function totalText(total: number, isAgenda: boolean): string {
  return counted(total, "event") + (isAgenda ? ` in the next ${AGENDA_DAYS} days` : "")
}

const FilterDialog = latePart(() => import("./FilterDialog"))

interface FilterBarProps {
  keyword: string
  filters: Filters
  facets: Facets | undefined
  onSearch: (keyword: string) => void
  /** null clears all filters. `changed` is the field that was used, if it was a single one. */
  onFilter: (changes: Filters | null, changed?: FilterName) => void
  /** The ID of the results, for the skip link. */
  results: string
}

/** The search, the days, the place and the format. One button opens the other filters. */
function FilterBar({ keyword, filters, facets, onSearch, onFilter, results }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const chosen = countFilters(filters)
  return (
    <div className="relative flex flex-wrap items-end gap-3 panel p-4 lg:p-5">
      <SkipLink to={results} className="focus:top-2 focus:right-2">
        Skip to results
      </SkipLink>
      <SearchForm
        id="keyword"
        label="Search events"
        present={keyword}
        onSearch={onSearch}
        className="flex-1 basis-full sm:basis-64"
      />
      <div className="grid w-full grid-cols-2 gap-3 max-[21rem]:grid-cols-1 lg:w-auto lg:grid-cols-[9.5rem_9.5rem_10rem_9rem]">
        <MainFilters filters={filters} facets={facets} onChange={(name, value) => onFilter({ [name]: value }, name)} />
      </div>
      {/* On a phone, beside the search's label, so that the first card is in sight. */}
      <div className="flex flex-wrap gap-x-3 max-sm:absolute max-sm:top-0 max-sm:right-2">
        <FiltersButton
          chosen={chosen}
          onClick={() => setOpen(true)}
          className="max-sm:min-w-0 max-sm:border-0 max-sm:px-2"
        />
        {chosen > 0 && (
          <Button look="quiet" onClick={() => onFilter(null)} className="max-lg:hidden">
            Clear filters
          </Button>
        )}
      </div>{" "}
      <FilterDialog
        open={open}
        onOpenChange={setOpen}
        filters={filters}
        facets={facets}
        onApply={(changes) => {
          setOpen(false)
          onFilter(changes)
        }}
        onClear={() => {
          setOpen(false)
          onFilter(null)
        }}
      />
    </div>
  )
}
