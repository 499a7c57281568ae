import type { Facets } from "~/api/types"
import {
  filterLabels,
  filterNames,
  filterOptions,
  type FilterName,
  type Filters,
} from "~/features/events/agenda/filters"
import { SelectField } from "~/ui/Field"

interface FilterFieldsProps {
  filters: Filters
  facets: Facets | undefined
  onChange: (name: FilterName, value: string) => void
  /** Keeps ids apart where the fields stand twice. */
  place: string
}

export function FilterFields({ filters, facets, onChange, place }: FilterFieldsProps) {
  return filterNames.map((name) => (
    <SelectField
      key={name}
      id={filterId(place, name)}
      label={filterLabels[name].label}
      value={filters[name] ?? ""}
      onChange={(event) => onChange(name, event.target.value)}
    >
      <option value="">{filterLabels[name].any}</option>
      {filterOptions(name, facets, filters[name]).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  ))
}

export function filterId(place: string, name: FilterName): string {
  return `${place}-${name}`
}
