import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import {
  decideOrderMutation,
  refundAgainMutation,
  refundUnmatchedMutation,
  resolveAlertMutation,
} from "~/shop/queries/staff/orders"
import type { AttentionItem } from "~/common/api/types"
import { formatSum } from "~/common/lib/money"
import { paths } from "~/shop/paths"
import { ChoiceGroup, RadioChoice, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { Dangerous } from "~/common/ui/layout/Dangerous"
import { notify } from "~/common/ui/overlays/notify"
import { ReasonButton, reasonField, recordHint } from "./ReasonButton"
import { reportRefund } from "./reportRefund"
import { DialogButton } from "~/common/ui/overlays/DialogButton"

interface ReviewActionProps {
  item: AttentionItem
  /** Whether it is on the order's page, where it needs no link to the order. */
  onOrderPage?: boolean
}

/** The buttons of a review item. */
export function ReviewAction({ item, onOrderPage = false }: ReviewActionProps) {
  const openOrder = !onOrderPage && (
    <LinkButton look="secondary" to={paths.order(item._id)} aria-label={`Open order ${item.number}`}>
      Open order
    </LinkButton>
  )
  switch (item.kind) {
    case "unmatched":
      return <RefundUnmatched item={item} />
    case "alert":
      return <ResolveAlert item={item} />
    case "refund_by_hand": // recording it on the order's page resolves the item; staff may also decide against it
      return (
        <div className="flex flex-wrap gap-2">
          {openOrder}
          <ResolveAlert item={item} />
        </div>
      )
    case "review":
      return (
        <DialogButton
          look="secondary"
          aria-label={`Review order ${item.number}`}
          title="Review this payment"
          description={item.message}
          content={(close) => <ReviewForm item={item} onClose={close} />}
        >
          Review
        </DialogButton>
      )
    case "refund_due":
      return item.problem ? <RefundAgain item={item} /> : openOrder
    case "refund_failed": // is retried on the order's page; a second payment, which isn't part of the order, here
      return (
        <div className="flex flex-wrap gap-2">
          {item.isSecondPayment ? <RefundAgain item={item} /> : openOrder}
          {item.alert && <ResolveAlert item={item} />}
        </div>
      )
    case "gifts_pay_costs":
      return (
        <LinkButton look="secondary" to={paths.adminList("ledger")}>
          Ledger
        </LinkButton>
      )
    case "stuck":
      return item.buyer && openOrder // without a buyer, it has no order
  }
}

function RefundUnmatched({ item }: { item: AttentionItem }) {
  const refund = useMutation(refundUnmatchedMutation)
  const send = async (reason: string) => {
    const { left, isBeingRefunded } = await refund.mutateAsync({ id: item._id, reason })
    const amount = (item.amount ?? 0) - left
    reportRefund({ ...item, amount, asked: item.amount, isCompleted: !isBeingRefunded })
  }
  return (
    <ReasonButton
      name={`refund payment ${item._id}`}
      look="removes"
      aria-label={`Refund ${formatSum(item)}`}
      title={`Refund ${formatSum(item)}?`}
      description={`What is left of payment ${item._id} returns to the payer.`}
      hint={recordHint}
      action={`Refund ${formatSum(item)}`}
      busyText="Refunding…"
      send={send}
    >
      Refund
    </ReasonButton>
  )
}

/** Marks an alert as done. If the order's whole payment was reversed, its seats can be released, too. */
function ResolveAlert({ item }: { item: AttentionItem }) {
  const resolve = useMutation(resolveAlertMutation)
  const label = `${formatSum(item)}${item.number && `, order ${item.number}`}`
  const resolveWith = (releaseSeats: boolean) =>
    resolve.mutate(
      { id: item.alert, releaseSeats },
      { onSuccess: () => notify.success(releaseSeats ? "The seats are back on sale." : "Marked as done.") },
    )
  return (
    <>
      <Button
        look="secondary"
        busy={resolve.isPending}
        aria-label={`Mark as done: ${label}`}
        onClick={() => resolveWith(false)}
      >
        Mark as done
      </Button>
      {item.canReleaseSeats && (
        <Dangerous sentence="Nobody paid for these seats:" className="w-full">
          <Button
            look="removes"
            busy={resolve.isPending}
            aria-label={`Release seats: ${label}`}
            onClick={() => resolveWith(true)}
          >
            Release seats
          </Button>
        </Dangerous>
      )}
    </>
  )
}

function RefundAgain({ item }: { item: AttentionItem }) {
  const refund = useMutation(refundAgainMutation)
  const send = async (reason: string) => {
    await refund.mutateAsync({ id: item._id, reason })
    notify.info("We'll retry. See the order history for the result.")
  }
  return (
    <ReasonButton
      name={`refund again ${item._id}`}
      look="removes"
      aria-label={`Refund order ${item.number} again`}
      title="Retry this refund?"
      description={`We'll ask PayPal again to refund ${formatSum(item)}.`}
      hint={unmailedHint}
      action={`Refund ${formatSum(item)} again`}
      busyText="Refunding…"
      send={send}
    >
      Refund again
    </ReasonButton>
  )
}

/** For reviews and repeated refunds, whose emails have a fixed reason. */
const unmailedHint = "Internal note, never emailed. A buyer who gets a refund can find it by downloading their data."

/** What is wrong and what to do about it, and PayPal's message or the last error. */
export function ReviewText({ item }: { item: AttentionItem }) {
  return (
    <>
      <p>{item.message}</p>
      {item.problem && (
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          {item.kind === "stuck" ? "Last error" : "PayPal says"}: {item.problem}
        </p>
      )}
    </>
  )
}

const schema = v.object({
  decision: v.pipe(v.string(), v.nonEmpty("Choose one.")),
  reason: reasonField,
})

/** Accepts or refuses a payment in review. */
function ReviewForm({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const decide = useMutation(decideOrderMutation)
  const form = useForm({
    name: `review ${item._id}`,
    schema,
    values: { decision: "", reason: "" },
    save: async ({ decision, reason }) => {
      const accept = decision === "accept"
      await decide.mutateAsync({ id: item._id, accept, reason })
      notify.success(accept ? "The payment is accepted. The order is paid." : "The payment is refused.")
      onClose()
    },
  })
  const choice = form.hook.register("decision")
  return (
    <Form form={form}>
      <ChoiceGroup label="Accept or refuse?" error={form.field("decision").error} inline={false}>
        <RadioChoice label="Accept: the order is paid and the seats are sold" value="accept" {...choice} />
        <RadioChoice label="Refuse: the seats are released and the payment is refunded" value="refuse" {...choice} />
      </ChoiceGroup>
      <TextField label="Reason" hint={unmailedHint} autoComplete="off" {...form.field("reason")} />
      <FormButtons form={form} onCancel={onClose}>
        Save decision
      </FormButtons>
    </Form>
  )
}
