import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import * as v from "valibot"
import { deleteAccountMutation } from "~/api/queries/users"
import { noProof, ProofField, useProofFields } from "~/features/account/ProofField"
import { useSignInAgain } from "~/features/account/useSignInAgain"
import { Button } from "~/ui/layout/Button"
import { Form, FormButtons } from "~/ui/forms/Form"
import { LazyDialog } from "~/ui/overlays/lazyDialog"
import { useForm } from "~/ui/forms/useForm"

/** The "Delete my account" button, which opens a dialog with the consequences and a field that proves who is asking. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="removes" className="mt-3" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <LazyDialog open={open} onOpenChange={setOpen} title="Delete my account?">
        <Consequences />
        <DeleteForm onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
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
    schema: v.object(useProofFields()),
    defaultValues: noProof,
    onSubmit: async (typed) => {
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
