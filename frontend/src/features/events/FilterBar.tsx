import { useState } from "react"
import type { Facets } from "~/api/types"
import { FiltersButton, SearchForm } from "~/ui/forms/SearchForm"
import { Button } from "~/ui/layout/Button"
import { SkipLink } from "~/ui/layout/SkipLink"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { countFilters, type FilterName, type Filters } from "./filters"
import { WhenAndWhere } from "./WhenAndWhere"

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

/** The search, and on a large screen the days and the place. One button opens all filters. */
export function FilterBar({ keyword, filters, facets, onSearch, onFilter, results }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const chosen = countFilters(filters)
  return (
    <div className="relative flex flex-wrap items-end gap-3 rounded-card border border-hair bg-paper p-4 lg:p-5">
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
      <div className="hidden grid-cols-[10rem_10rem_12rem] gap-3 lg:grid">
        <WhenAndWhere
          place="bar"
          filters={filters}
          facets={facets}
          onChange={(name, value) => onFilter({ ...filters, [name]: value }, name)}
        />
      </div>
      <div className="flex flex-wrap gap-x-3 max-sm:grid max-sm:w-full">
        <FiltersButton chosen={chosen} onClick={() => setOpen(true)} />
        {chosen > 0 && (
          <Button look="quiet" onClick={() => onFilter({})} className="max-lg:hidden">
            Clear filters
          </Button>
        )}
      </div>
      <FilterDialog
        open={open}
        onOpenChange={setOpen}
        filters={filters}
        facets={facets}
        onApply={(next) => {
          setOpen(false)
          onFilter(next)
        }}
      />
    </div>
  )
}
