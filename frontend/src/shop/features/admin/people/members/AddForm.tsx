import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import { addMemberMutation } from "~/shop/queries/staff/members"
import { TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { emailCheck, requiredText } from "~/common/ui/forms/rules"
import { notify } from "~/common/ui/overlays/notify"

const schema = v.object({
  number: requiredText("Enter the member's number."),
  email: v.pipe(v.string(), v.trim(), v.nonEmpty("Enter the member's email address."), emailCheck),
  validUntil: v.pipe(v.string(), v.nonEmpty("Choose the last day.")),
})

/** Adds a member. The server checks the number, as it does in an import. */
export function AddForm({ onClose }: { onClose: () => void }) {
  const add = useMutation(addMemberMutation)
  const form = useForm({
    schema,
    defaultValues: { number: "", email: "", validUntil: "" },
    onSubmit: async (member) => {
      const { number } = await add.mutateAsync(member)
      notify.success(`${number} is a member now.`)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField label="Number" autoComplete="off" spellCheck={false} maxLength={32} {...form.field("number")} />
      <TextField
        label="Email Address"
        hint="With it and the number, the member's account is linked."
        type="email"
        autoComplete="off"
        {...form.field("email")}
      />
      <TextField label="Valid until" hint="The last day." type="date" {...form.field("validUntil")} />
      <FormButtons form={form} onCancel={onClose} busyText="Adding…">
        Add
      </FormButtons>
    </Form>
  )
}
