import { useEffect, useId, useRef } from "react"
import { useNavigate } from "react-router-dom"
import type { DateChangePreview, DateChangeRequest } from "~/api/queries/staff/dateChanges"
import { BookedByHand } from "./BookedByHand"
import { actionText, consequences, numbersOf, questionText } from "./dateChangeText"
import { Refusal } from "./Refusal"
import { useDateChange } from "./useDateChange"
import { InsideWarning } from "~/features/admin/orders/InsideWarning"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Hint } from "~/ui/forms/Field"
import { useOnline } from "~/ui/hooks/useOnline"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"

interface DateChangeCheckProps {
  productId: string
  change: DateChangeRequest
  preview: DateChangePreview
  onBack: () => void
}

/** Whom the change affects, in true numbers, and the button that makes it. */
export function DateChangeCheck({ productId, change, preview, onBack }: DateChangeCheckProps) {
  const { timeZone } = shop()
  const navigate = useNavigate()
  const online = useOnline()
  const { send, busy, error } = useDateChange(productId)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])
  const confirm = async () => {
    const made = await send(change)
    if (made) await navigate(paths.adminDateChange(productId, { change: made._id }), { replace: true })
  }
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-card border border-hair bg-paper p-4 lg:p-5">
      <h2 ref={heading} id={id} tabIndex={-1}>
        {questionText(change, timeZone)}
      </h2>
      <ul aria-label="Affected" className="count grid grid-cols-2 gap-x-4 gap-y-1 font-semibold sm:grid-cols-3">
        {numbersOf(preview).map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ul>
      <BookedByHand bookings={preview.byHand} />
      <div className="grid gap-1">
        {consequences(change, preview).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p className="rounded-md bg-malt p-3 [overflow-wrap:anywhere] whitespace-pre-line">{change.reason}</p>
      <InsideWarning inside={preview.inside} />
      {error && <Refusal error={error} productId={productId} />}
      <DialogButtons>
        <Button look="secondary" onClick={onBack}>
          Change something
        </Button>
        <Button look="danger" busy={busy} busyText="One moment…" disabled={!online} onClick={() => void confirm()}>
          {actionText(change, preview)}
        </Button>
        {!online && <Hint>You're offline. This needs a connection.</Hint>}
      </DialogButtons>
    </section>
  )
}
