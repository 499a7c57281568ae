import { useId, useState } from "react"
import { formatCents } from "../../protocol/till/cash"
import { Field } from "../../ui/Field"
import { AmountForm } from "./AmountForm"

/** Cash that is put into the drawer or taken out for another reason than a sale. It also works offline. */
export function CashMove({ move }: { move: (cents: number, reason: string) => Promise<boolean> }) {
  const [isOut, setOut] = useState(true)
  const [reason, setReason] = useState("")
  const [note, setNote] = useState("")
  const name = useId()
  const send = async (cents: number) => {
    const isStored = reason.trim() !== "" && cents > 0 && (await move(isOut ? -cents : cents, reason.trim()))
    setNote(noteOf(isStored, cents, reason))
    if (isStored) setReason("")
    return isStored
  }
  const noteOf = (isStored: boolean, cents: number, why: string): string => {
    if (isStored) return `${isOut ? "Taken out" : "Put in"}: ${formatCents(cents)}`
    if (cents === 0 || why.trim() === "") return "Enter an amount and a reason."
    return "This phone can't save. Use another one."
  }
  return (
    <AmountForm
      title="Take cash out, or put some in"
      text="Such as a bill you pay, or more change. Sales are noted by themselves."
      label="Amount, in dollars"
      action={isOut ? "Take out" : "Put in"}
      send={send}
    >
      <fieldset className="flex gap-6">
        <legend className="sr-only">Direction</legend>
        {[true, false].map((each) => (
          <label key={String(each)} className="flex min-h-12 items-center gap-2">
            <input type="radio" name={name} checked={isOut === each} onChange={() => setOut(each)} className="size-6" />
            {each ? "Taken out" : "Put in"}
          </label>
        ))}
      </fieldset>
      <Field
        label="Reason"
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <p role="status" className="font-semibold empty:hidden">
        {note}
      </p>
    </AmountForm>
  )
}
