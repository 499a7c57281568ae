import { useState, type FormEvent } from "react"
import type { Drawer } from "../../device/drawer"
import { differenceText, formatCents, toCents } from "../../protocol/till/cash"
import { Button } from "../../ui/Button"
import { Field } from "../../ui/Field"

interface Props {
  drawer: Drawer
  close: (reason: string) => Promise<boolean>
  /** Starts over, because more was sold since. */
  countAgain: () => void
}

/** Both counts agree: what should be there, and why it isn't. */
export function Closing({ drawer, close, countAgain }: Props) {
  const [reason, setReason] = useState("")
  const { expected, difference } = drawer
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void close(reason.trim())
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <h2 className="text-lg">Close the drawer</h2>
      <p>Both counts agree.</p>
      {expected !== null && <p>Expected {formatCents(toCents(expected))}.</p>}
      {difference !== null && <p className="text-xl font-bold">{differenceText(difference)}</p>}
      {difference !== null && difference !== 0 && (
        <Field
          label="Why"
          maxLength={200}
          autoComplete="off"
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Close the drawer</Button>
        <Button look="secondary" onClick={countAgain}>
          Count again
        </Button>
      </div>
    </form>
  )
}
