import { useState, type FormEvent, type ReactNode } from "react"
import { parseCents } from "../protocol/till/cash"
import { Button } from "../ui/Button"
import { Field } from "../ui/Field"

interface Props {
  title: string
  text: string
  label: string
  action: string
  /** Resolves with whether it was done; then the amount is cleared. */
  send: (cents: number) => Promise<boolean>
  /** More fields, above the button. */
  children?: ReactNode
}

/** A form about an amount of cash. */
export function AmountForm({ title, text, label, action, send, children }: Props) {
  const [amount, setAmount] = useState("")
  const [problem, setProblem] = useState("")
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const cents = parseCents(amount)
    setProblem(cents === null ? "Enter an amount such as 20 or 20.50." : "")
    if (cents === null) return
    setBusy(true)
    if (await send(cents)) setAmount("")
    setBusy(false)
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 border-t border-hair pt-4 [:empty+&]:border-t-0 [:empty+&]:pt-0"
    >
      <h2 className="text-lg">{title}</h2>
      <p>{text}</p>
      <Field
        label={label}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <p role="status" className="font-semibold text-err empty:hidden">
        {problem}
      </p>
      {children}
      <Button type="submit" look="secondary" aria-disabled={isBusy}>
        {isBusy ? "Saving…" : action}
      </Button>
    </form>
  )
}
