import type { Pass } from "~/common/api/types"
import { SelectField } from "~/common/ui/forms/Field"

interface PassSelectProps {
  /** The ticket's codes, in the order in which it shows them. */
  passes: readonly Pass[]
  /** Those that can be chosen; by default all. */
  choices?: readonly Pass[]
  chosen: Pass
  /** Gets the pass's ID. */
  onChange: (id: string) => void
}

/** Asks which of a ticket's codes is meant. Nothing if there is no choice. */
export function PassSelect({ passes, choices = passes, chosen, onChange }: PassSelectProps) {
  if (choices.length < 2) return null
  return (
    <SelectField label="Which code?" value={chosen._id} onChange={({ target }) => onChange(target.value)}>
      {choices.map((pass) => (
        <option key={pass._id} value={pass._id}>
          {`Code ${passes.indexOf(pass) + 1}${pass.label && ` (${pass.label})`}, admits ${pass.seats}`}
        </option>
      ))}
    </SelectField>
  )
}
