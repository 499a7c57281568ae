import { useEffect, useRef } from "react"
import type { ListState } from "~/features/admin/table/listState"
import { TextField } from "~/ui/forms/Field"

/** A filter by day. It isn't applied while the year is still being typed. */
export function DayFilter({ label, state, name }: { label: string; state: ListState; name: "from" | "to" }) {
  const id = `list-${name}`
  const input = useRef<HTMLInputElement>(null)
  const current = state.filter(name)
  // The field is uncontrolled while typing; a change of the URL replaces its value.
  useEffect(() => {
    if (input.current && input.current.value !== current) input.current.value = current
  }, [current])
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
      defaultValue={current}
      onChange={(event) => narrow(event.target.value)}
    />
  )
}
