import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import * as v from "valibot"
import { checkCodeMutation, sendCodeMutation } from "~/shop/queries/users"
import { codeInput, emailCodeInput, requiredCode } from "~/shop/features/account/fields"
import { session } from "~/shop/state/session"
import { Notice } from "~/common/ui/feedback/Notice"
import { TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { requiredText } from "~/common/ui/forms/rules"
import { Button } from "~/common/ui/layout/Button"

/** What the code alone is not enough for: a new account's name, or a code from an authenticator app. */
export type Need = "name" | "factor"

const notNeeded = v.string()
const schemaFor = (need: Need | undefined) =>
  v.object({
    code: requiredCode,
    firstName: need === "name" ? requiredText("Enter your first name.") : notNeeded,
    lastName: notNeeded,
    factorCode: need === "factor" ? requiredCode : notNeeded,
  })

interface CodeStepProps {
  email: string
  /** From the link in the email. */
  code: string
  /** What happened to the email, if none was sent. */
  notice: string | undefined
  need: Need | undefined
  onNeed: (need: Need) => void
  onOtherAddress: () => void
}

/** The code that was emailed and, where it is needed, a name or a second factor. Gets the focus. */
export function CodeStep({ email, code, notice, need, onNeed, onOtherAddress }: CodeStepProps) {
  const check = useMutation(checkCodeMutation)
  const [isGood, setGood] = useState(false)
  const form = useForm({
    name: `code ${email}`,
    schema: schemaFor(need),
    values: { code, firstName: "", lastName: "", factorCode: "" },
    save: async (typed) => {
      const outcome = await check.mutateAsync({ email, ...typed }, { onError: () => setGood(false) })
      if (typeof outcome !== "string") return session.setUser(outcome)
      setGood(true)
      onNeed(outcome)
    },
  })
  const hasOnlyName = isGood && need === "name" // the code is known, until it no longer works
  const { setFocus } = form.hook
  const codeField = form.field("code") // an error of it shows it again
  useEffect(() => setFocus(need === "name" ? "firstName" : need === "factor" ? "factorCode" : "code"), [setFocus, need])
  return (
    <Form form={form} aria-label="Enter the code">
      {notice && <Notice>{notice}</Notice>}
      {!hasOnlyName && (
        <TextField
          label="Code"
          hint={`The digits that we emailed to ${email}. They work for 15 minutes.`}
          {...emailCodeInput}
          {...codeField}
        />
      )}
      {need === "name" && (
        <fieldset className="grid gap-5">
          <legend className="mb-4 font-display text-xl">Welcome. What should your ticket say?</legend>
          <TextField label="First Name" autoComplete="given-name" {...form.field("firstName")} />
          <TextField label="Last Name" optional autoComplete="family-name" {...form.field("lastName")} />
        </fieldset>
      )}
      {need === "factor" && (
        <TextField
          label="Second code"
          hint="From your authenticator app. A recovery code works too, once."
          {...codeInput}
          {...form.field("factorCode")}
        />
      )}
      <SubmitButton form={form} needsConnection busyText="Signing in…">
        {need === "name" ? "Continue" : "Sign In"}
      </SubmitButton>
      <div className="flex flex-wrap gap-x-4">
        {!hasOnlyName && <SendAgain email={email} onProblem={form.setNotice} />}
        <Button look="quiet" className="-ml-1" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </Form>
  )
}

function SendAgain({ email, onProblem }: { email: string; onProblem: (message: string | null) => void }) {
  const send = useMutation(sendCodeMutation)
  const [isSent, setSent] = useState(false)
  const sendAgain = () => {
    onProblem(null)
    setSent(false)
    send.mutate({ email }, { onSuccess: () => setSent(true), onError: ({ message }) => onProblem(message) })
  }
  return (
    <>
      {isSent && (
        <Notice look="success" role="status" className="w-full">
          We've emailed you a new code. The one before no longer works.
        </Notice>
      )}
      <Button look="quiet" className="-ml-1" busy={send.isPending} onClick={sendAgain}>
        Send a new code
      </Button>
    </>
  )
}
