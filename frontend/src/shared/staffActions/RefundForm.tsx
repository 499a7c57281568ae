import * as v from "valibot"
import { LinkButton } from "~/ui/layout/Button"
import { TextField } from "~/ui/forms/Field"
import { Form, FormButtons } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"

const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Enter a reason. The buyers will see it."),
    v.maxLength(500, "Use at most 500 characters."),
  ),
})

interface RefundFormProps {
  /** The list of the event's orders. */
  ordersHref: string
  onRefund: (reason: string) => Promise<void>
  onCancel: () => void
}

/** Asks for a reason before a booked date is canceled and its bookings are refunded. */
export function RefundForm({ ordersHref, onRefund, onCancel }: RefundFormProps) {
  const form = useForm({ schema, defaultValues: { reason: "" }, onSubmit: ({ reason }) => onRefund(reason) })
  return (
    <Form form={form}>
      <LinkButton look="quiet" to={ordersHref} className="-ml-1 justify-self-start">
        {" "}
        View orders{" "}
      </LinkButton>
      <TextField label="Reason" hint="Everyone who booked sees it in the email." {...form.field("reason")} />
      <FormButtons form={form} onCancel={onCancel} stay="Keep the date" look="danger" busyText="Refunding…">
        Refund everyone and cancel
      </FormButtons>
    </Form>
  )
}
