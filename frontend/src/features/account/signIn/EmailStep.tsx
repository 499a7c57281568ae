import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import { sendCodeMutation } from "~/api/queries/users"
import { email, emailInput } from "~/features/account/fields"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"

const schema = v.object({ email })

/** The short way in: one field. `onSent` is called with the address that a code was emailed to. */
export function EmailStep({ email, onSent }: { email: string; onSent: (email: string) => Promise<void> }) {
  const send = useMutation(sendCodeMutation)
  const form = useForm({
    schema,
    defaultValues: { email },
    onSubmit: async (typed) => {
      await send.mutateAsync(typed)
      await onSent(typed.email)
    },
  })
  return (
    <Form form={form} aria-label="Sign in with a code">
      <TextField
        label="Your email"
        hint="We'll email you a code. It also works if you have no account yet."
        {...emailInput}
        {...form.field("email")}
      />
      <SubmitButton form={form} needsConnection busyText="Sending…">
        Email me a code
      </SubmitButton>
    </Form>
  )
}
