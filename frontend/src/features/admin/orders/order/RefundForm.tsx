import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { sendOnce } from "~/api/idempotencyKey"
import {
  refundOrderMutation,
  refundPreviewQuery,
  type RefundedSeats,
  type RefundPreview,
} from "~/api/queries/staff/orders"
import type { Order } from "~/api/types"
import { InsideWarning } from "~/features/admin/orders/InsideWarning"
import { formatMoney, formatSum } from "~/lib/money"
import { giftLeft } from "~/lib/refunds"
import { Notice } from "~/ui/feedback/Notice"
import { ChoiceGroup, RadioChoice } from "~/ui/forms/Choice"
import { TextField } from "~/ui/forms/Field"
import { Form, FormButtons } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { notify } from "~/ui/overlays/notify"
import { listRefundableBookings } from "./bookings"
import { chosenSeats, dollars, refundRequest, refundSchema } from "./refund"
import { SeatChoice } from "./SeatChoice"

interface RefundFormProps {
  order: Order
  /** Whether nothing was paid. */
  noMoney: boolean
  /** The preview of a full refund. */
  everything: RefundPreview
  onClose: () => void
}

export function RefundForm({ order, noMoney, everything, onClose }: RefundFormProps) {
  const byHand = everything.tooOld
  const bookings = listRefundableBookings(order)
  const [only] = bookings.length === 1 ? bookings : []
  const [counts, setCounts] = useState<RefundedSeats>({})
  const refund = useMutation(refundOrderMutation)
  const form = useForm({
    schema: refundSchema(byHand),
    // A single remaining date is preselected: its seats are what staff nearly always refund.
    defaultValues: { what: only ? "lines" : "", lines: only ? [only.id] : [], amount: "", note: "", reason: "" },
    onSubmit: async (typed) => {
      if (sum === null) throw new Error(part.error?.message ?? "One moment: the amount isn't known yet.")
      const request = refundRequest(typed, { seats, sum, byHand })
      const refunded = await sendOnce(`${order._id} ${JSON.stringify(request)}`, (idempotencyKey) =>
        refund.mutateAsync({ orderId: order._id, refund: request, idempotencyKey }),
      )
      reportResult(refunded, byHand)
      onClose()
    },
  })
  const [what, lines, amount] = form.hook.watch(["what", "lines", "amount"])
  const seats = chosenSeats({ what, lines }, bookings, counts)
  const part = useQuery({
    ...refundPreviewQuery(order._id, seats),
    enabled: seats !== null && Object.keys(seats).length > 0,
  })
  const gift = giftLeft(order)
  const sum = sumOf(what, { all: everything.amount, lines: part.data?.amount, gift, amount: dollars(amount) })
  const verb = byHand ? "Record refund" : "Refund"
  const choice = form.hook.register("what")
  return (
    <Form form={form}>
      {byHand && (
        <Notice look="warning">
          PayPal returns money for 180 days only. Return it another way first, then record it here.
        </Notice>
      )}
      <ChoiceGroup label="What should be refunded?" error={form.field("what").error} inline={false}>
        <RadioChoice label="Full remaining amount" value="all" {...choice} />
        {bookings.length > 0 && <RadioChoice label="Selected seats" value="lines" {...choice} />}
        {gift > 0 && !noMoney && <RadioChoice label={`The gift of ${formatMoney(gift)}`} value="gift" {...choice} />}
        {!noMoney && <RadioChoice label="Custom amount (keeps all seats)" value="amount" {...choice} />}
      </ChoiceGroup>
      {what === "lines" && (
        <ChoiceGroup
          label="Which seats?"
          hint={noMoney ? undefined : "Tax included."}
          error={form.field("lines").error}
          inline={false}
        >
          {bookings.map((booking) => (
            <SeatChoice
              key={booking.id}
              booking={booking}
              seats={seats?.[booking.id]}
              onSeats={(count) => setCounts({ ...counts, [booking.id]: count })}
              {...form.hook.register("lines")}
            />
          ))}
        </ChoiceGroup>
      )}
      {what === "amount" && (
        <TextField label="Amount" prefix="$" inputMode="decimal" autoComplete="off" {...form.field("amount")} />
      )}
      {byHand && (
        <TextField
          label="How was it returned?"
          hint="Internal note, such as “Bank transfer, December 3”."
          autoComplete="off"
          {...form.field("note")}
        />
      )}
      <TextField
        label="Reason"
        hint="The buyer sees it in the email about this refund."
        autoComplete="off"
        {...form.field("reason")}
      />
      {what === "all" && <InsideWarning inside={everything.inside} />}
      {what === "lines" && <InsideWarning inside={part.data?.inside} />}
      <FormButtons form={form} onCancel={onClose} look="danger" busyText={byHand ? "Saving…" : "Refunding…"}>
        {sum && !noMoney ? `${verb} ${formatSum({ ...everything, amount: sum })}` : verb}
      </FormButtons>
    </Form>
  )
}

/** The dollars of the chosen refund; null while the server's answer is missing. */
function sumOf(what: string, sums: Record<"all" | "gift" | "amount", number> & { lines: number | undefined }) {
  const sum = what in sums ? sums[what as keyof typeof sums] : undefined
  return sum === undefined || Number.isNaN(sum) ? null : sum
}

/** Reports the status of the newest refund, because the request succeeds even if PayPal refuses the refund. */
function reportResult({ refunds }: Order, byHand: boolean): void {
  const last = refunds.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)).at(-1)
  if (last?.status === "failed") throw new Error("PayPal refused this refund. Nothing was refunded.")
  if (last?.status !== "completed")
    return notify.info("PayPal hasn't confirmed the refund yet. We'll check again automatically.")
  if (last.amount === 0) return notify.success("The seats are back on sale.")
  notify.success(`${formatSum(last)} was ${byHand ? "recorded as refunded" : "refunded"}.`)
}
