import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import { useId, useState } from "react"
import * as v from "valibot"
import { changePasswordMutation } from "~/api/queries/users"
import { newPassword } from "~/features/account/fields"
import { noProof, ProofField, useProofFields } from "~/features/account/ProofField"
import { useSignInAgain } from "~/features/account/useSignInAgain"
import { Button } from "~/ui/layout/Button"
import { PasswordField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { useUser } from "~/state/session"

/** The "Change password" button, which opens a form with two fields. */
export function ChangePassword() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const hasPassword = useUser()?.hasPassword !== false
  return (
    <div className={clsx("grid w-full justify-items-start", open && "gap-3")}>
      <Button look="quiet" className="-ml-1" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {hasPassword ? "Change password" : "Set a password"}
      </Button>
      <div id={id} className="w-full">
        {open && <ChangePasswordForm />}
      </div>
    </div>
  )
}

function ChangePasswordForm() {
  const change = useMutation(changePasswordMutation)
  const signInAgain = useSignInAgain()
  const form = useForm({
    schema: v.object({ ...useProofFields(), newPw: newPassword }),
    defaultValues: { ...noProof, newPw: "" },
    onSubmit: async (typed) => {
      await change.mutateAsync(typed)
      signInAgain()
    },
  })
  return (
    <Form form={form} aria-label="Change password" className="grid gap-4 rounded-card border border-hair bg-paper p-4">
      <ProofField currentPw={form.field("currentPw")} emailCode={form.field("emailCode")} />
      <PasswordField
        label="New password"
        hint="At least 8 characters. You'll need to sign in again on every device."
        autoComplete="new-password"
        {...form.field("newPw")}
      />
      <SubmitButton form={form} needsConnection look="secondary">
        Save new password
      </SubmitButton>
    </Form>
  )
}
