import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import { decideOrderMutation } from "~/shop/queries/staff/orders"
import type { AttentionItem } from "~/common/api/types"
import { ChoiceGroup, RadioChoice, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { notify } from "~/common/ui/overlays/notify"
import { reasonField, unmailedHint } from "./reviewItems"

const schema = v.object({
  decision: v.pipe(v.string(), v.nonEmpty("Choose one.")),
  reason: reasonField,
})

/** Accepts or refuses a payment in review. */
export function ReviewForm({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const decide = useMutation(decideOrderMutation)
  const form = useForm({
    schema,
    defaultValues: { decision: "", reason: "" },
    onSubmit: async ({ decision, reason }) => {
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
