import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom"
import * as v from "valibot"
import { ApiError } from "~/api/client"
import { sendCodeMutation, signInMutation } from "~/api/queries/users"
import { codeInput, email, emailInput, requiredCode, requiredPassword } from "~/features/account/fields"
import type { SignInState } from "~/layout/guards"
import { Page } from "~/layout/Page"
import { isCheckout, safeRedirect } from "~/lib/redirect"
import { paths } from "~/paths"
import { session } from "~/state/session"
import { Notice } from "~/ui/feedback/Notice"
import { PasswordField, TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { Button } from "~/ui/layout/Button"
import { CodeStep } from "./CodeStep"
import { ForgotPassword } from "./ForgotPassword"

const schema = v.object({ email, password: requiredPassword("Enter your password.") })

interface Credentials {
  email: string
  password: string
}

/** After signing in, the route's guard redirects to `redirect`. */
export default function SignInPage() {
  const here = useLocation()
  const state = here.state as SignInState | null
  const redirect = safeRedirect(useSearchParams()[0].get("redirect"))
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const navigate = useNavigate()
  // Each step has an entry in the history, so that back and reload keep the place.
  const go = (next: SignInState, replace = false) => navigate(here, { state: { ...state, ...next }, replace })
  const mailed = mailedCode(here.hash)
  const codeFor = state?.codeFor ?? mailed?.email
  return (
    <Page title="Sign In" narrow>
      <div className="grid gap-5">
        <SignInNotice notice={state?.notice} toCheckout={isCheckout(redirect)} />
        {credentials ? (
          <CodeForm credentials={credentials} onStartAgain={() => setCredentials(null)} />
        ) : codeFor ? (
          <CodeStep
            key={here.hash}
            email={codeFor}
            code={mailed?.code ?? ""}
            notice={state?.stillWorks}
            need={state?.need}
            onNeed={(need) => void go({ codeFor, need }, true)}
            onOtherAddress={() => void navigate(paths.signIn(redirect), { state: { email: codeFor } })}
          />
        ) : (
          <>
            <EmailStep
              email={state?.email ?? ""}
              onSent={async (email, stillWorks) => {
                await go({ email }, true)
                await go({ email, codeFor: email, stillWorks })
              }}
            />
            <section aria-labelledby="with-password" className="grid gap-5 border-t border-hair pt-5">
              <h2 id="with-password">Use a password instead</h2>
              <PasswordForm email={state?.email ?? ""} redirect={redirect} onCodeNeeded={setCredentials} />
            </section>
          </>
        )}
      </div>
    </Page>
  )
}

/** The address and code in the link of an email: in the fragment, which no server or log sees. */
function mailedCode(hash: string): { email: string; code: string } | null {
  const values = new URLSearchParams(hash.slice(1))
  const email = values.get("email")
  return email ? { email, code: values.get("code") ?? "" } : null
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
        <SubmitButton form={form} look="secondary" needsConnection busyText="Signing in…">
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

const emailSchema = v.object({ email })

interface EmailStepProps {
  email: string
  /** Called with the address that a code was emailed to and, if none was now, why the earlier one still works. */
  onSent: (email: string, stillWorks: string | undefined) => Promise<void>
}

/** The short way in: one field. */
function EmailStep({ email, onSent }: EmailStepProps) {
  const send = useMutation(sendCodeMutation)
  const form = useForm({
    schema: emailSchema,
    defaultValues: { email },
    onSubmit: async (typed) => {
      const stillWorks = await send.mutateAsync(typed).then(() => undefined, whyStillWorks)
      await onSent(typed.email, stillWorks)
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

/** Why no new code was sent although an earlier one still works. Throws other errors. */
function whyStillWorks(error: Error): string {
  if (error instanceof ApiError && error.code === "code_still_works") return error.message
  throw error
}

const codeSchema = v.object({ code: requiredCode })

/** The second step of signing in with two-step verification. Gets the focus. */
function CodeForm({ credentials, onStartAgain }: { credentials: Credentials; onStartAgain: () => void }) {
  const signIn = useMutation(signInMutation)
  const form = useForm({
    schema: codeSchema,
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
