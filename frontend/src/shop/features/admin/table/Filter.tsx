import clsx from "clsx"
import type { ListState } from "./listState"
import { SelectField } from "~/common/ui/forms/Field"
import { SearchForm } from "~/common/ui/forms/SearchForm"

/** The search field of a list. Its text is in the URL. */
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
  /** The name of the filter in the URL: "status" */
  name: string
  /** The label of the first option, which removes the filter. */
  any: string
  options: readonly { value: string; label: string }[]
  /** Two filters with short options fit in a row on a phone. */
  short?: boolean
}

/** A native select that filters the list immediately. On a phone, one with long options has its own row. */
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
