import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation, useSearchParams } from "react-router-dom"
import * as v from "valibot"
import { signInMutation } from "~/api/queries/users"
import { email, emailInput, requiredPassword } from "~/features/account/fields"
import { CodeForm } from "./CodeForm"
import { ForgotPassword } from "./ForgotPassword"
import type { SignInState } from "~/layout/guards"
import { Page } from "~/layout/Page"
import { isCheckout, safeRedirect } from "~/lib/redirect"
import { paths } from "~/paths"
import { session } from "~/state/session"
import { PasswordField, TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { Notice } from "~/ui/feedback/Notice"
import { useForm } from "~/ui/forms/useForm"

const schema = v.object({ email, password: requiredPassword("Enter your password.") })

interface Credentials {
  email: string
  password: string
}

/** After signing in, the route's guard redirects to `redirect`. */
export default function SignInPage() {
  const state = useLocation().state as SignInState | null
  const redirect = safeRedirect(useSearchParams()[0].get("redirect"))
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  return (
    <Page title="Sign In" narrow>
      <div className="grid gap-5">
        <SignInNotice notice={state?.notice} toCheckout={isCheckout(redirect)} />
        {credentials ? (
          <CodeForm credentials={credentials} onStartAgain={() => setCredentials(null)} />
        ) : (
          <PasswordForm email={state?.email ?? ""} redirect={redirect} onCodeNeeded={setCredentials} />
        )}
      </div>
    </Page>
  )
}

/** Says why to sign in, for example after a session expired during checkout. */
function SignInNotice({ notice, toCheckout }: { notice: string | undefined; toCheckout: boolean }) {
  const rest = toCheckout ? " to finish your order. Your cart is saved." : ""
  if (notice) return <Notice look="warning">{`${notice}${rest}`}</Notice>
  return toCheckout ? <Notice>{`Sign in${rest}`}</Notice> : null
}

function PasswordForm({
  email: knownEmail,
  redirect,
  onCodeNeeded,
}: {
  email: string
  redirect: string
  onCodeNeeded: (credentials: Credentials) => void
}) {
  const signIn = useMutation(signInMutation)
  const form = useForm({
    schema,
    defaultValues: { email: knownEmail, password: "" },
    onSubmit: async (typed) => {
      const user = await signIn.mutateAsync(typed)
      if (user) session.setUser(user)
      else onCodeNeeded(typed)
    },
  })
  return (
    <>
      <Form form={form} aria-label="Sign In">
        <TextField label="Email Address" {...emailInput} autoComplete="username" {...form.field("email")} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field("password")} />
        <SubmitButton form={form} needsConnection busyText="Signing in…">
          Sign In
        </SubmitButton>
      </Form>
      <ForgotPassword typedEmail={() => form.hook.getValues("email")} onOpen={() => form.setNotice(null)} />
      <p className="border-t border-hair pt-5">
        New here?{" "}
        <Link to={paths.register(redirect)} className="inline-flex min-h-tap items-center font-semibold underline">
          Create an Account
        </Link>
      </p>
    </>
  )
}
