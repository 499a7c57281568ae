import { useMutation } from "@tanstack/react-query"
import { useEffect, useId, useRef } from "react"
import { useNavigate } from "react-router-dom"
import { ApiError } from "~/common/api/client"
import { changeDateMutation } from "~/shop/queries/staff/dates"
import type { DateChange, DateChangePreview, DateChangeRequest } from "~/common/api/types"
import { InsideWarning } from "~/shop/features/admin/orders/OrderMarks"
import { messageOf } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { Notice } from "~/common/ui/feedback/Notice"
import { Hint } from "~/common/ui/forms/Field"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { actionText, byHandText, consequences, numbersOf, questionText } from "./dateChangeText"

interface DateChangeCheckProps {
  productId: string
  change: DateChangeRequest
  preview: DateChangePreview
  onBack: () => void
}

/** Whom the change affects, in true numbers, and the button that makes it. */
export function DateChangeCheck({ productId, change, preview, onBack }: DateChangeCheckProps) {
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
    <section aria-labelledby={id} className="grid gap-4 panel p-4 lg:p-5">
      <h2 ref={heading} id={id} tabIndex={-1}>
        {questionText(change)}
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

/** Seats without an order, and who learns of the change. Nothing if there are none. */
export function BookedByHand({ bookings = [] }: { bookings: DateChange["byHand"] | undefined }) {
  const id = useId()
  if (bookings.length === 0) return null
  return (
    <div className="grid gap-1">
      <p id={id} className="font-semibold">
        Booked by hand
      </p>
      <ul aria-labelledby={id} className="grid gap-1">
        {bookings.map((booking, position) => (
          <li key={position} className="[overflow-wrap:anywhere]">
            {byHandText(booking)}
          </li>
        ))}
      </ul>
      <Hint>Those who booked them get an email and tell the guests.</Hint>
    </div>
  )
}

/** Why nothing was changed, with a link to what is in the way. */
export function Refusal({ error, productId }: { error: Error; productId: string }) {
  const { code, body } = error instanceof ApiError ? error : { code: "", body: null }
  return (
    <Notice look="error" role="alert">
      <p>{messageOf(error)}</p>
      {code === "payment_in_progress" && (
        <LinkButton look="quiet" className="-ml-1" to={paths.ordersOf({ product: productId })}>
          Orders of this event
        </LinkButton>
      )}
      {body?.dateChange && (
        <LinkButton look="quiet" className="-ml-1" to={paths.adminDateChange(productId, { change: body.dateChange })}>
          Its progress
        </LinkButton>
      )}
    </Notice>
  )
}

/** Makes a change of a date. Presses while it is being sent are ignored. */
function useDateChange(productId: string) {
  const { mutateAsync, isPending, error } = useMutation(changeDateMutation)
  const sending = useRef(false)

  /** Returns null if nothing was changed; `error` says why. */
  const send = async (change: DateChangeRequest): Promise<{ _id: string } | null> => {
    if (sending.current) return null
    sending.current = true
    try {
      return await mutateAsync({ productId, change })
    } catch {
      return null
    } finally {
      sending.current = false
    }
  }

  return { send, busy: isPending, error }
}
