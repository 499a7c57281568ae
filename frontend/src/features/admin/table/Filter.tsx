import clsx from "clsx"
import type { ListState } from "./listState"
import { SelectField } from "~/ui/forms/Field"
import { SearchForm } from "~/ui/forms/SearchForm"

/** The search of a list; what is searched for stands in the address. */
export function ListSearch({ label, state }: { label: string; state: ListState }) {
  const id = "list-keyword"
  return (
    <SearchForm
      id={id}
      label={label}
      present={state.filter("keyword")}
      onSearch={(keyword) => state.narrow({ keyword }, id)}
      className="flex-1 basis-72"
    />
  )
}

interface ListFilterProps {
  label: string
  state: ListState
  /** The filter's name in the address: "status" */
  name: string
  /** What the first option, which is no filter, is called. */
  any: string
  options: readonly { value: string; label: string }[]
  /** Its options are short words, so that two of them share a phone's row. */
  short?: boolean
}

/** A native select that narrows the list at once, on a phone in a row of its own: its options have to be readable. */
export function ListFilter({ label, state, name, any, options, short = false }: ListFilterProps) {
  const id = `list-${name}`
  return (
    <SelectField
      id={id}
      label={label}
      className={clsx("min-w-0 flex-1", short ? "basis-32 sm:basis-44" : "basis-56")}
      value={state.filter(name)}
      onChange={(event) => state.narrow({ [name]: event.target.value }, id)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  )
}
