import type { Facets } from "~/api/types"
import { SelectField } from "~/ui/forms/Field"
import { DayField } from "./DayField"
import { filterId, valuesWith, type FilterName, type Filters } from "./filters"

export interface FilterFieldsProps {
  filters: Filters
  facets: Facets | undefined
  onChange: (name: FilterName, value: string) => void
  /** "bar" or "dialog" */
  place: string
}

/** The filters that are always in sight on a large screen: the days and the place. */
export function WhenAndWhere({ filters, facets, onChange, place }: FilterFieldsProps) {
  return (
    <>
      <DayField
        id={filterId(place, "from")}
        label="From"
        value={filters.from ?? ""}
        onChoose={(day) => onChange("from", day)}
      />
      <DayField
        id={filterId(place, "to")}
        label="Until"
        value={filters.to ?? ""}
        onChoose={(day) => onChange("to", day)}
      />
      <SelectField
        id={filterId(place, "eventLocation")}
        label="Place"
        className="max-lg:col-span-full"
        value={filters.eventLocation ?? ""}
        onChange={(event) => onChange("eventLocation", event.target.value)}
      >
        <option value="">Any place</option>
        {valuesWith(filters.eventLocation, facets?.eventLocation).map((value) => (
          <option key={value}>{value}</option>
        ))}
      </SelectField>
    </>
  )
}
