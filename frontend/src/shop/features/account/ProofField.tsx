import { useMutation } from "@tanstack/react-query"
import { useEffect, type ComponentProps } from "react"
import * as v from "valibot"
import { sendCodeMutation } from "~/shop/queries/users"
import { emailCodeInput, requiredPassword } from "~/shop/features/account/fields"
import { useUser } from "~/shop/state/session"
import { PasswordField, TextField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"

type FieldProps = Omit<ComponentProps<typeof PasswordField>, "label" | "prefix">

export const noProof = { currentPw: "", emailCode: "" }

/** The fields of a proof: the current password or, in an account without one, a code by email. */
export function useProofFields() {
  const has = useUser()?.hasPassword !== false
  return {
    currentPw: has ? requiredPassword("Enter your current password.") : v.string(),
    emailCode: has ? v.string() : v.pipe(v.string(), v.nonEmpty("Enter the code from the email.")),
  }
}

/** Proves who is asking, before a change that a stolen session must not make. */
export function ProofField({ currentPw, emailCode }: { currentPw: FieldProps; emailCode: FieldProps }) {
  if (useUser()?.hasPassword === false) return <MailedCodeField {...emailCode} />
  return <PasswordField label="Current password" autoComplete="current-password" {...currentPw} />
}

/** Gives the proof's field the focus when its form opens. */
export function useFocusOnProof(setFocus: (name: keyof typeof noProof) => void): void {
  const name = useUser()?.hasPassword === false ? "emailCode" : "currentPw"
  useEffect(() => setFocus(name), [setFocus, name])
}

/** A code that the button emails to the account's address. */
export function MailedCodeField(field: FieldProps) {
  const send = useMutation(sendCodeMutation)
  const email = useUser()?.email ?? ""
  const ask = () =>
    send.mutate({ email }, { onSuccess: () => notify.success(`We've emailed a code to ${email}.`), onError: tell })
  return (
    <div className="grid gap-2">
      <TextField
        label="Code from an email"
        hint={`You have no password, so we email a code to ${email}.`}
        {...emailCodeInput}
        {...field}
      />
      <Button look="secondary" className="justify-self-start" busy={send.isPending} onClick={ask}>
        Email me a code
      </Button>
    </div>
  )
}

const tell = ({ message }: Error) => notify.error(message)
