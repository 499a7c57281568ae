import { useMutation } from "@tanstack/react-query"
import { useEffect } from "react"
import * as v from "valibot"
import { signInMutation } from "~/api/queries/users"
import { codeInput, requiredCode } from "~/features/account/fields"
import { session } from "~/state/session"
import { Button } from "~/ui/layout/Button"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"

const schema = v.object({ code: requiredCode })

/** The second step of signing in with two-step verification. Gets the focus. */
export function CodeForm({
  credentials,
  onStartAgain,
}: {
  credentials: { email: string; password: string }
  onStartAgain: () => void
}) {
  const signIn = useMutation(signInMutation)
  const form = useForm({
    schema,
    defaultValues: { code: "" },
    onSubmit: async (typed) => {
      const user = await signIn.mutateAsync({ ...credentials, ...typed })
      if (user) session.setUser(user)
    },
  })
  const { setFocus } = form.hook
  useEffect(() => setFocus("code"), [setFocus])
  return (
    <Form form={form} aria-label="Sign In">
      <TextField
        label="Code"
        hint="From your authenticator app. A recovery code works too, once."
        {...codeInput}
        {...form.field("code")}
      />
      <SubmitButton form={form} needsConnection busyText="Signing in…">
        Sign In
      </SubmitButton>
      <Button look="quiet" className="-ml-1 justify-self-start" onClick={onStartAgain}>
        Start again
      </Button>
    </Form>
  )
}
