import { useState } from "react"
import type { Facets } from "~/api/types"
import { FilterFields } from "./FilterFields"
import { countFilters, type FilterName, type Filters } from "./filters"
import { Button } from "~/ui/layout/Button"
import { FiltersButton } from "~/ui/forms/FiltersButton"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { SearchForm } from "~/ui/forms/SearchForm"
import { SkipLink } from "~/ui/layout/SkipLink"

const FilterDialog = lazyDialog(() => import("./FilterDialog"))

interface FilterBarProps {
  keyword: string
  filters: Filters
  facets: Facets | undefined
  onSearch: (keyword: string) => void
  /** `changed` is the field that was used, if it was a single one. */
  onFilter: (filters: Filters, changed?: FilterName) => void
  /** The ID of the results, for the skip link. */
  results: string
}

/** The search, and the filters: in the bar on a large screen, in a dialog on a phone. */
export function FilterBar({ keyword, filters, facets, onSearch, onFilter, results }: FilterBarProps) {
  return (
    <div className="relative grid gap-4 rounded-card border border-hair bg-paper p-4 lg:p-5">
      <SkipLink to={results} className="focus:top-2 focus:right-2">
        Skip to results
      </SkipLink>
      <div className="flex flex-wrap items-end gap-3">
        <SearchForm
          id="keyword"
          label="Search events"
          present={keyword}
          onSearch={onSearch}
          className="flex-1 basis-full sm:basis-0 lg:max-w-[26rem]"
        />
        <FilterButton filters={filters} facets={facets} onApply={onFilter} />
      </div>
      <div className="hidden items-end gap-3 lg:grid lg:grid-cols-5">
        <FilterFields
          place="bar"
          filters={filters}
          facets={facets}
          onChange={(name, value) => onFilter({ ...filters, [name]: value }, name)}
        />
        {countFilters(filters) > 0 && (
          <Button look="quiet" onClick={() => onFilter({})} className="justify-self-start">
            Clear filters
          </Button>
        )}
      </div>
    </div>
  )
}

interface FilterButtonProps {
  filters: Filters
  facets: Facets | undefined
  onApply: (filters: Filters) => void
}

function FilterButton({ filters, facets, onApply }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid w-full sm:w-auto lg:hidden">
      <FiltersButton chosen={countFilters(filters)} onClick={() => setOpen(true)} />
      <FilterDialog
        open={open}
        onOpenChange={setOpen}
        filters={filters}
        facets={facets}
        onApply={(next) => {
          setOpen(false)
          onApply(next)
        }}
      />
    </div>
  )
}
