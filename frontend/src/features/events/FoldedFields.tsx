import { SelectField } from "~/ui/forms/Field"
import { filterId, foldedNames } from "./filters"
import { filterOptions, selectLabels } from "./foldedFilters"
import type { FilterFieldsProps } from "./WhenAndWhere"

/** The filters that are only in the dialog. */
export function FoldedFields({ filters, facets, onChange, place }: FilterFieldsProps) {
  return foldedNames.map((name) => (
    <SelectField
      key={name}
      id={filterId(place, name)}
      label={selectLabels[name].label}
      value={filters[name] ?? ""}
      onChange={(event) => onChange(name, event.target.value)}
    >
      <option value="">{selectLabels[name].any}</option>
      {filterOptions(name, facets, filters[name]).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  ))
}
