import { Search } from "lucide-react"
import type { FormEvent } from "react"
import type { ListState } from "~/features/admin/shared/listState"
import { Button } from "~/ui/Button"
import { SelectField } from "~/ui/Field"

interface FilterProps {
  label: string
  state: ListState
  /** The filter's name in the address: "keyword" */
  name: string
}

/** Searches on Enter or its button; an empty search is the whole list. */
export function ListSearch({ label, state, name }: FilterProps) {
  const present = state.filter(name)
  const id = `list-${name}`
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    state.narrow({ [name]: String(new FormData(event.currentTarget).get(name) ?? "").trim() }, id)
  }
  return (
    <form role="search" onSubmit={send} className="grid min-w-0 flex-1 basis-72 gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          key={present}
          id={id}
          name={name}
          type="search"
          defaultValue={present}
          maxLength={80}
          enterKeyHint="search"
          className="min-h-tap w-full min-w-0 rounded-md border border-line bg-paper px-3 text-ink"
        />
        <Button type="submit" look="secondary">
          <Search aria-hidden size={18} />
          Search
        </Button>
      </div>
    </form>
  )
}

/** A native select that narrows the list at once. The first option is no filter. */
export function ListFilter({
  label,
  state,
  name,
  any,
  options,
}: FilterProps & { any: string; options: readonly { value: string; label: string }[] }) {
  const id = `list-${name}`
  return (
    <SelectField
      id={id}
      label={label}
      className="min-w-0 flex-1 basis-36"
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
