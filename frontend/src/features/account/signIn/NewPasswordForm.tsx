import * as v from "valibot"
import { newPassword } from "~/features/account/fields"
import { PasswordField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"

const schema = v.object({ newPw: newPassword, confirmPw: newPassword })

/** Two fields for a new password. Errors are logged and shown above the button, without a toast. */
export function NewPasswordForm({ save }: { save: (newPw: string) => Promise<void> }) {
  const form = useForm({
    schema,
    defaultValues: { newPw: "", confirmPw: "" },
    onSubmit: async ({ newPw, confirmPw }) => {
      if (newPw !== confirmPw) throw new Error("Passwords do not match")
      await save(newPw).catch(logAndThrow)
    },
  })
  return (
    <Form form={form} aria-label="Set New Password">
      <PasswordField
        label="New Password"
        hint="At least 8 characters. A few random words work well."
        autoComplete="new-password"
        {...form.field("newPw")}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field("confirmPw")} />
      <SubmitButton form={form} needsConnection busyText="Resetting...">
        Reset Password
      </SubmitButton>
    </Form>
  )
}

function logAndThrow(error: unknown): never {
  console.error("The new password was not set.", error)
  throw error
}
