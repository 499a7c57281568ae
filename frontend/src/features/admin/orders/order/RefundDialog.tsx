import { useMutation, useQuery } from "@tanstack/react-query"
import { refundOrderMutation } from "~/api/queries/staff/orders"
import type { Order } from "~/api/types"
import { LazyDialog } from "~/ui/overlays/lazyDialog"
import { openLines, refundRequest, refundSchema } from "./refund"
import { orderHistoryQuery } from "./orderHistory"
import { refundSum } from "./refundSum"
import { isFree } from "~/features/admin/orders/statusText"
import { counted } from "~/lib/counted"
import { formatDay } from "~/lib/time/dates"
import { formatMoney, formatSum } from "~/lib/money"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { CheckboxChoice, ChoiceGroup, RadioChoice } from "~/ui/forms/Choice"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { notify } from "~/ui/overlays/notify"
import { useForm } from "~/ui/forms/useForm"

interface RefundDialogProps {
  order: Order
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Refunds selected dates, an amount, or the full remaining amount. */
export function RefundDialog({ order, open, onOpenChange }: RefundDialogProps) {
  const noMoney = order.isTest || isFree(order)
  const description = noMoney
    ? "No payment was taken for this order, so there is nothing to refund. The seats go back on sale."
    : `${formatMoney(order.totalPrice - order.refundedPrice)} can still be refunded.`
  return (
    <LazyDialog open={open} onOpenChange={onOpenChange} title="Refund this order" description={description}>
      <RefundForm order={order} noMoney={noMoney} onClose={() => onOpenChange(false)} />
    </LazyDialog>
  )
}

function RefundForm({ order, noMoney, onClose }: { order: Order; noMoney: boolean; onClose: () => void }) {
  const refund = useMutation(refundOrderMutation)
  const lines = openLines(order)
  const form = useForm({
    schema: refundSchema,
    // A single remaining date is preselected.
    defaultValues: { what: "", lines: lines.length === 1 ? [lines[0]!.id] : [], amount: "", reason: "" },
    onSubmit: async (typed) => {
      reportResult(await refund.mutateAsync({ orderId: order._id, refund: refundRequest(typed) }))
      onClose()
    },
  })
  const typed = form.hook.watch()
  const { what } = typed
  const history = useQuery(orderHistoryQuery(order))
  const sum = noMoney ? null : refundSum(order, history.data ?? [], typed)
  const choice = form.hook.register("what")
  return (
    <Form form={form}>
      <ChoiceGroup label="What should be refunded?" error={form.field("what").error} inline={false}>
        <RadioChoice label="Full remaining amount" value="all" {...choice} />
        {lines.length > 0 && <RadioChoice label="Selected dates" value="lines" {...choice} />}
        {!noMoney && <RadioChoice label="Custom amount (keeps all seats)" value="amount" {...choice} />}
      </ChoiceGroup>
      {what === "lines" && (
        <ChoiceGroup
          label="Which dates?"
          hint={noMoney ? undefined : "Tax included."}
          error={form.field("lines").error}
          inline={false}
        >
          {lines.map((line) => (
            <CheckboxChoice
              key={line.id}
              label={`${line.name}, ${formatDay(line.date, shop().timeZone)} · ${counted(line.seats, "seat")}`}
              value={line.id}
              {...form.hook.register("lines")}
            />
          ))}
        </ChoiceGroup>
      )}
      {what === "amount" && (
        <TextField label="Amount" prefix="$" inputMode="decimal" autoComplete="off" {...form.field("amount")} />
      )}
      <TextField
        label="Reason"
        hint="The buyer sees it in the email about this refund."
        autoComplete="off"
        {...form.field("reason")}
      />
      <DialogButtons>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form} needsConnection look="danger" busyText="Refunding…">
          {sum === null ? "Refund" : `Refund ${formatMoney(sum)}`}
        </SubmitButton>
      </DialogButtons>
    </Form>
  )
}

/** Reports the status of the newest refund, because the request succeeds even if PayPal refuses the refund. */
function reportResult({ refunds }: Order): void {
  const last = refunds.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)).at(-1)
  if (last?.status === "failed") throw new Error("PayPal refused this refund. Nothing was refunded.")
  if (last?.status === "completed")
    notify.success(last.amount > 0 ? `${formatSum(last)} was refunded.` : "The seats are back on sale.")
  else notify.info("PayPal hasn't confirmed the refund yet. We'll check again automatically.")
}
