import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { isRefusal } from "~/common/api/client"
import { changeDateMutation, previewDateChangeMutation } from "~/shop/queries/staff/dates"
import type { DateChangePreview, DateChangeRequest } from "~/common/api/types"
import { Check } from "~/shop/features/admin/dates/Check"
import { counted, messageOf } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { Notice } from "~/common/ui/feedback/Notice"
import { LinkButton } from "~/common/ui/layout/Button"
import { WhomItConcerns } from "./Concerned"
import { actionText, kindOf, questionText } from "./dateChangeText"

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
  const kind = kindOf(change)
  const [{ now, before }, setShown] = useState<{ now: DateChangePreview; before?: DateChangePreview }>({ now: preview })
  const counting = useMutation(previewDateChangeMutation)
  const { mutate, isPending, error } = useMutation({
    ...changeDateMutation,
    onError: (failure) => {
      if (isRefusal(failure, "changed"))
        counting.mutate({ productId, change }, { onSuccess: (fresh) => setShown({ now: fresh, before: now }) })
    },
  })
  const show = ({ _id }: { _id: string }) => {
    onDone()
    void navigate(paths.adminDateChange(productId, { change: _id }), { replace: true })
  }
  return (
    <Check
      title={questionText(change, now)}
      onBack={onBack}
      confirm={{
        look: "danger",
        busy: isPending || counting.isPending,
        busyText: "One moment…",
        onClick: () => mutate({ productId, change: { ...change, digest: now.digest } }, { onSuccess: show }),
        children: actionText({ kind, answerHours: change.answerHours }, now),
      }}
    >
      <SeatsThere preview={now} />
      {kind !== "resize" && <WhomItConcerns kind={kind} answerHours={change.answerHours} now={now} before={before} />}
      {change.reason && (
        <p className="rounded-md bg-malt p-3 [overflow-wrap:anywhere] whitespace-pre-line">{change.reason}</p>
      )}
      {error && <Refusal error={error} productId={productId} />}
    </Check>
  )
}

/** "24 seats until now, 16 from now on", if that changes. */
function SeatsThere({ preview: { wasSeats, nowSeats } }: { preview: DateChangePreview }) {
  if (wasSeats === undefined || nowSeats === undefined) return null
  return <p className="count">{`${counted(wasSeats, "seat")} until now, ${nowSeats} from now on.`}</p>
}

/** Why nothing was changed, with a link to what is in the way. */
export function Refusal({ error, productId }: { error: Error; productId: string }) {
  return (
    <Notice look="error" role="alert">
      <p>{messageOf(error)}</p>
      {isRefusal(error, "payment_in_progress") && (
        <LinkButton look="quiet" className="-ml-1" to={paths.ordersOf({ product: productId })}>
          Orders of this event
        </LinkButton>
      )}
    </Notice>
  )
}
