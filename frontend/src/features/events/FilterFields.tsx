import type { Facets } from "~/api/types"
import {
  dayLabels,
  dayNames,
  filterOptions,
  selectLabels,
  selectNames,
  type FilterName,
  type Filters,
  type SelectName,
} from "./filters"
import { DayField } from "./DayField"
import { SelectField } from "~/ui/forms/Field"

interface FilterFieldsProps {
  filters: Filters
  facets: Facets | undefined
  onChange: (name: FilterName, value: string) => void
  /** Prefix of the IDs, because the page has the fields twice. */
  place: string
}

/** The fields for a grid with five columns in the bar, or two in the dialog on a phone. */
export function FilterFields(props: FilterFieldsProps) {
  return (
    <>
      <Selects {...props} />
      <Days {...props} />
    </>
  )
}

function Selects(props: FilterFieldsProps) {
  return selectNames.map((name) => <FilterSelect key={name} name={name} {...props} />)
}

function FilterSelect({ name, filters, facets, onChange, place }: FilterFieldsProps & { name: SelectName }) {
  const chosen = filters[name] ?? ""
  const choose = (value: string) => onChange(name, value)
  return (
    <SelectField
      id={filterId(place, name)}
      label={selectLabels[name].label}
      className={name === "eventLocation" ? "max-lg:col-span-full" : undefined}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{selectLabels[name].any}</option>
      {filterOptions(name, facets, filters[name]).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

function Days({ filters, onChange, place }: FilterFieldsProps) {
  return dayNames.map((name) => (
    <DayField
      key={name}
      id={filterId(place, name)}
      label={dayLabels[name]}
      value={filters[name] ?? ""}
      onChoose={(day) => onChange(name, day)}
    />
  ))
}

export function filterId(place: string, name: FilterName): string {
  return `${place}-${name}`
}
