import { useMutation } from "@tanstack/react-query"
import { useEffect } from "react"
import * as v from "valibot"
import { forgotPasswordMutation } from "~/shop/queries/users"
import { email, emailInput } from "~/shop/features/account/fields"
import type { Look } from "~/common/ui/layout/Button"
import { Disclosure } from "~/common/ui/layout/Disclosure"
import { TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { Notice } from "~/common/ui/feedback/Notice"

/** The same for all addresses, so that it doesn't reveal who has an account. */
const LINK_SENT = "If that address has an account, we've emailed you a link."

const schema = v.object({ email })

/** The "Forgot password?" button, which opens a form with an email field. */
export function ForgotPassword({ typedEmail, onOpen }: { typedEmail: () => string; onOpen: () => void }) {
  return (
    <Disclosure text="Forgot password?" onOpen={onOpen}>
      <div className="panel p-4">
        <PasswordLinkForm typedEmail={typedEmail} look="secondary" />
      </div>
    </Disclosure>
  )
}

interface PasswordLinkFormProps {
  /** What is typed in the form for signing in. */
  typedEmail?: () => string
  look?: Look
}

/** Requests an email with a one-time link. Gets the focus when it opens. */
export function PasswordLinkForm({ typedEmail, look = "primary" }: PasswordLinkFormProps) {
  const requestLink = useMutation(forgotPasswordMutation)
  const form = useForm({
    name: "password link",
    schema,
    values: { email: typedEmail?.() ?? "" },
    save: async (typed) => void (await requestLink.mutateAsync(typed)),
  })
  const { setFocus } = form.hook
  useEffect(() => setFocus("email"), [setFocus])
  return (
    <Form form={form} aria-label="Forgot password" className="grid gap-4">
      <TextField
        label="Email Address"
        hint="We'll email you a link to set a new password."
        {...emailInput}
        {...form.field("email")}
      />
      {requestLink.isSuccess && (
        <Notice look="success" role="status">
          {LINK_SENT} Check your spam folder too.
        </Notice>
      )}
      <SubmitButton form={form} needsConnection look={look} busyText="Sending…">
        Send link
      </SubmitButton>
    </Form>
  )
}
