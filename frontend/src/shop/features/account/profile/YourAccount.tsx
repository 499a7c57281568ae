import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import { changePasswordMutation, deleteAccountMutation } from "~/shop/queries/users"
import { newPassword } from "~/shop/features/account/fields"
import { noProof, ProofField, useProofFields } from "~/shop/features/account/ProofField"
import { useSignInAgain } from "~/shop/features/account/useSignInAgain"
import { useUser } from "~/shop/state/session"
import { PasswordField } from "~/common/ui/forms/Field"
import { Form, FormButtons, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { Dangerous } from "~/common/ui/layout/Dangerous"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { Disclosure } from "~/common/ui/layout/Disclosure"

/** What is rarely done with an account: another password, the data about it, and its end. */
export function YourAccount() {
  return (
    <section aria-labelledby="your-account" className="grid justify-items-start gap-1">
      <h2 id="your-account" className="mb-1">
        Your account
      </h2>
      <ChangePassword />
      <a href="/api/users/profile/data" download className="page-link -ml-1 px-1 py-1 text-link">
        Download my data
      </a>
      <DeleteAccount />
    </section>
  )
}

function ChangePassword() {
  const hasPassword = useUser()?.hasPassword !== false
  return (
    <Disclosure text={hasPassword ? "Change password" : "Set a password"}>
      <ChangePasswordForm />
    </Disclosure>
  )
}

function ChangePasswordForm() {
  const change = useMutation(changePasswordMutation)
  const signInAgain = useSignInAgain()
  const form = useForm({
    name: "new password",
    schema: v.object({ ...useProofFields(), newPw: newPassword }),
    values: { ...noProof, newPw: "" },
    save: async (typed) => {
      await change.mutateAsync(typed)
      signInAgain()
    },
  })
  return (
    <Form form={form} aria-label="Change password" className="grid gap-4 panel p-4">
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

/** The "Delete my account" button, which opens a dialog with the consequences and a field that proves who is asking. */
function DeleteAccount() {
  return (
    <Dangerous sentence="Your seats stay booked, without your name:" className="mt-3 w-full">
      <DialogButton
        look="removes"
        title="Delete my account?"
        content={(close) => (
          <>
            <Consequences />
            <DeleteForm onClose={close} />
          </>
        )}
      >
        Delete my account
      </DialogButton>
    </Dangerous>
  )
}

function Consequences() {
  return (
    <div className="mb-5 grid gap-2">
      <p>We permanently erase your name, email and addresses, here and in stored emails.</p>
      <p>
        We keep order numbers, dates and amounts without your name. Seats you paid for stay booked, but you can no
        longer open their order pages, so print them first. Seats on hold are released.
      </p>
    </div>
  )
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const deleteAccount = useMutation(deleteAccountMutation)
  const signInAgain = useSignInAgain("Your account is deleted.")
  const form = useForm({
    name: "delete account",
    schema: v.object(useProofFields()),
    values: noProof,
    save: async (typed) => {
      await deleteAccount.mutateAsync(typed)
      signInAgain()
    },
  })
  return (
    <Form form={form} aria-label="Delete my account">
      <ProofField currentPw={form.field("currentPw")} emailCode={form.field("emailCode")} />
      <FormButtons form={form} onCancel={onClose} look="danger" busyText="Deleting…">
        Delete my account
      </FormButtons>
    </Form>
  )
}
