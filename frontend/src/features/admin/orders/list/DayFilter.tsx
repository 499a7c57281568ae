import { useEffect, useRef } from "react"
import type { ListState } from "~/features/admin/table/listState"
import { TextField } from "~/ui/forms/Field"

/** A day that narrows the list. While its year is still being typed nothing is asked. */
export function DayFilter({ label, state, name }: { label: string; state: ListState; name: "from" | "to" }) {
  const id = `list-${name}`
  const input = useRef<HTMLInputElement>(null)
  const present = state.filter(name)
  // The field is left to itself while it is typed in; an address that changed elsewhere is written into it.
  useEffect(() => {
    if (input.current && input.current.value !== present) input.current.value = present
  }, [present])
  const narrow = (typed: string) => {
    if (typed === "" || typed >= "2000") state.narrow({ [name]: typed }, id)
  }
  return (
    <TextField
      ref={input}
      id={id}
      label={label}
      type="date"
      className="min-w-0 flex-1 basis-36 grid-cols-1"
      defaultValue={present}
      onChange={(event) => narrow(event.target.value)}
    />
  )
}
