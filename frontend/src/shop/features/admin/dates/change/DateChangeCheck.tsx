import { useMutation } from "@tanstack/react-query"
import { useId } from "react"
import { useNavigate } from "react-router-dom"
import { ApiError } from "~/common/api/client"
import { changeDateMutation } from "~/shop/queries/staff/dates"
import type { DateChange, DateChangePreview, DateChangeRequest } from "~/common/api/types"
import { Check } from "~/shop/features/admin/dates/Check"
import { InsideWarning } from "~/shop/features/admin/orders/OrderMarks"
import { messageOf } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { Notice } from "~/common/ui/feedback/Notice"
import { Hint } from "~/common/ui/forms/Field"
import { LinkButton } from "~/common/ui/layout/Button"
import { actionText, byHandText, consequences, numbersOf, questionText } from "./dateChangeText"

interface DateChangeCheckProps {
  productId: string
  change: DateChangeRequest
  preview: DateChangePreview
  onBack: () => void
  /** Called once the date is changed. */
  onDone: () => void
}

/** Whom the change affects, in true numbers, and the button that makes it. */
export function DateChangeCheck({ productId, change, preview, onBack, onDone }: DateChangeCheckProps) {
  const navigate = useNavigate()
  const numbers = numbersOf(preview)
  const { mutate, isPending, error } = useMutation(changeDateMutation)
  const show = ({ _id }: { _id: string }) => {
    onDone()
    void navigate(paths.adminDateChange(productId, { change: _id }), { replace: true })
  }
  return (
    <Check
      title={questionText(change)}
      onBack={onBack}
      confirm={{
        look: "danger",
        busy: isPending,
        busyText: "One moment…",
        onClick: () => mutate({ productId, change: { ...change, digest: preview.digest } }, { onSuccess: show }),
        children: actionText(change, preview),
      }}
    >
      {numbers.length > 0 && (
        <ul aria-label="Affected" className="count grid grid-cols-2 gap-x-4 gap-y-1 font-semibold sm:grid-cols-3">
          {numbers.map((number) => (
            <li key={number}>{number}</li>
          ))}
        </ul>
      )}
      <BookedByHand bookings={preview.byHand} />
      <div className="grid gap-1">
        {consequences(change, preview).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p className="rounded-md bg-malt p-3 [overflow-wrap:anywhere] whitespace-pre-line">{change.reason}</p>
      <InsideWarning inside={preview.inside} />
      {error && <Refusal error={error} productId={productId} />}
    </Check>
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
