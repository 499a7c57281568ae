import { useState } from "react"
import type { Count as Counted } from "../../device/drawer"
import { toDollars } from "../../protocol/till/cash"
import { Field } from "../../ui/Field"
import { AmountForm } from "./AmountForm"

interface Props {
  by: string
  /** Who has counted. */
  counts: string[]
  count: (count: Counted) => Promise<boolean>
}

/** One of two counts. Nobody sees what the other one counted, nor what should be in the drawer. */
export function Count({ by, counts, count }: Props) {
  const [first] = counts
  const [name, setName] = useState(by)
  const [isAlone, setAlone] = useState(false)
  const send = async (cents: number) => {
    const counter = isAlone && first !== undefined ? first : name.trim()
    const isDone = await count({ name: counter, total: toDollars(cents), ...(isAlone && { alone: true }) })
    if (isDone) setName("")
    return isDone
  }
  return (
    <AmountForm
      title={first === undefined ? "Count the drawer" : "Count it a second time"}
      text={
        first === undefined
          ? "Two people count, one after the other, and neither sees the other's total."
          : `${first} has counted. Now somebody else counts.`
      }
      label="All cash in the drawer, in dollars"
      action="Save this count"
      send={send}
    >
      {!isAlone && (
        <Field
          label="Who counts"
          maxLength={40}
          autoComplete="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {first !== undefined && (
        <label className="flex min-h-12 items-center gap-2 [overflow-wrap:anywhere]">
          <input
            type="checkbox"
            checked={isAlone}
            onChange={(event) => setAlone(event.target.checked)}
            className="size-6"
          />
          {first} is alone, and counts twice
        </label>
      )}
    </AmountForm>
  )
}
