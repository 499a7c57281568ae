import { useMutation } from "@tanstack/react-query"
import { useEffect, useId, useRef, useState } from "react"
import { useLocation, useNavigate, useSearchParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import * as v from "valibot"
import { isRefusal } from "~/common/api/client"
import { sendCodeMutation, signInMutation } from "~/shop/queries/users"
import { AlmostBooked } from "~/shop/features/account/AlmostBooked"
import {
  codeInput,
  email,
  emailInput,
  orderWaits,
  requiredCode,
  requiredPassword,
} from "~/shop/features/account/fields"
import { type SignInState, isCheckout, safeRedirect } from "~/shop/layout/guards"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { Notice } from "~/common/ui/feedback/Notice"
import { PasswordField, TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { Button } from "~/common/ui/layout/Button"
import { CodeStep } from "./CodeStep"
import { ForgotPassword } from "./ForgotPassword"

/** The hash that opens the password below the email field: /login#password */
const WITH_PASSWORD = "#password"

/** What the email field is sent with is decided by the button that is pressed. */
const schema = v.variant("way", [
  v.object({ way: v.literal("code"), email, password: v.string() }),
  v.object({ way: v.literal("password"), email, password: requiredPassword("Enter your password.") }),
])

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
        {state?.notice && <Notice look="warning">{state.notice + (isCheckout(redirect) ? orderWaits() : "")}</Notice>}
        <AlmostBooked redirect={redirect} step={state?.notice ? "" : "Sign in"} />
        {credentials ? (
          <CodeForm credentials={credentials} onStartAgain={() => setCredentials(null)} />
        ) : codeFor ? (
          <>
            <CodeStep
              key={here.hash}
              email={codeFor}
              code={mailed?.code ?? ""}
              notice={state?.stillWorks}
              need={state?.need}
              onNeed={(need) => void go({ codeFor, need }, true)}
              onOtherAddress={() => void navigate(paths.signIn(redirect), { state: { email: codeFor } })}
            />
            {!mailed && !state?.need && <PasswordForm email={codeFor} onFactorNeeded={setCredentials} />}
          </>
        ) : (
          <SignInForm
            email={state?.email ?? ""}
            withPassword={here.hash === WITH_PASSWORD}
            redirect={redirect}
            onPassword={(open) =>
              void navigate(
                { ...here, hash: open ? WITH_PASSWORD : "" },
                { state, replace: true, preventScrollReset: true },
              )
            }
            onSent={async (email, stillWorks) => {
              await go({ email }, true)
              await go({ email, codeFor: email, stillWorks })
            }}
            onFactorNeeded={setCredentials}
          />
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

type OnFactorNeeded = (credentials: Credentials) => void

function usePassword(onFactorNeeded: OnFactorNeeded) {
  const signIn = useMutation(signInMutation)
  return async (credentials: Credentials) => {
    const user = await signIn.mutateAsync(credentials)
    if (user) session.setUser(user)
    else onFactorNeeded(credentials)
  }
}

interface SignInFormProps {
  email: string
  withPassword: boolean
  redirect: string
  onPassword: (open: boolean) => void
  /** Called with the address that a code was emailed to and, if none was now, why the earlier one still works. */
  onSent: (email: string, stillWorks: string | undefined) => Promise<void>
  onFactorNeeded: OnFactorNeeded
}

/** One email field, for a code or, once it is opened, for the password below. */
function SignInForm({ email: known, withPassword, redirect, onPassword, onSent, onFactorNeeded }: SignInFormProps) {
  const send = useMutation(sendCodeMutation)
  const signIn = usePassword(onFactorNeeded)
  const below = useId()
  // A buyer is asked for one thing. The other ways are there beside the code, or when none can be sent.
  const hasOneWay = isCheckout(redirect) && !known && !withPassword && !send.isError
  const form = useForm({
    name: "sign in",
    schema,
    values: { way: (withPassword ? "password" : "code") as "code" | "password", email: known, password: "" },
    save: async ({ way, email, password }) => {
      if (way === "code") {
        const stillWorks = await send.mutateAsync({ email }).then(() => undefined, whyStillWorks)
        return onSent(email, stillWorks)
      }
      await signIn({ email, password })
    },
  })
  const { setValue, setFocus, getValues } = form.hook
  const wasWithPassword = useRef(withPassword)
  useEffect(() => {
    setValue("way", withPassword ? "password" : "code") // also for password managers, which press no button
    if (withPassword && !wasWithPassword.current) setFocus(getValues("email") ? "password" : "email")
    wasWithPassword.current = withPassword
  }, [withPassword, setValue, setFocus, getValues])
  const toggle = () => {
    form.setNotice(null)
    form.hook.clearErrors()
    onPassword(!withPassword)
  }
  const codeButton = {
    busyText: "Sending…",
    children: "Email me a code",
    onClick: () => setValue("way", "code"),
  }
  return (
    <>
      <Form form={form} aria-label="Sign In">
        <TextField
          label="Email Address"
          hint="We'll email you a code. It also works if you have no account yet."
          {...emailInput}
          autoComplete="username"
          {...form.field("email")}
        />
        {withPassword ? (
          // Not a submit button, because Enter would press the form's first one instead of "Sign In".
          <Button
            {...codeButton}
            look="secondary"
            busy={send.isPending}
            onClick={() => {
              codeButton.onClick()
              void form.submit()
            }}
          />
        ) : (
          <SubmitButton form={form} needsConnection {...codeButton} />
        )}
        {!hasOneWay && (
          <Button
            look="quiet"
            className="-ml-1 justify-self-start"
            aria-expanded={withPassword}
            aria-controls={below}
            onClick={toggle}
          >
            Use a password
          </Button>
        )}
        <div id={below} hidden={!withPassword} className="grid gap-5">
          {withPassword && (
            <>
              <PasswordField label="Password" autoComplete="current-password" {...form.field("password")} />
              <SubmitButton
                form={form}
                needsConnection
                busyText={send.isPending ? "Sign In" : "Signing in…"}
                onClick={() => setValue("way", "password")}
              >
                Sign In
              </SubmitButton>
            </>
          )}
        </div>
      </Form>
      {withPassword && <ForgotPassword typedEmail={() => getValues("email")} onOpen={() => form.setNotice(null)} />}
      {!hasOneWay && (
        <p className="border-t border-hair pt-5">
          New here?{" "}
          <Link to={paths.register(redirect)} className="page-link">
            Create an Account
          </Link>
        </p>
      )}
    </>
  )
}

/** Why no new code was sent although an earlier one still works. Throws other errors. */
function whyStillWorks(error: Error): string {
  if (isRefusal(error, "code_still_works")) return error.message
  throw error
}

const passwordSchema = v.object({ password: requiredPassword("Enter your password.") })

/** Beside the code: the password of an account that has one, so that nobody has to go back for it. */
function PasswordForm({ email, onFactorNeeded }: { email: string; onFactorNeeded: OnFactorNeeded }) {
  const signIn = usePassword(onFactorNeeded)
  const form = useForm({
    name: `password ${email}`,
    schema: passwordSchema,
    values: { password: "" },
    save: ({ password }) => signIn({ email, password }),
  })
  return (
    <Form form={form} aria-label="Use a password" className="grid gap-4 border-t border-hair pt-5">
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        label="Password"
        hint="Instead of the code, if your account has one."
        autoComplete="current-password"
        {...form.field("password")}
      />
      <SubmitButton form={form} needsConnection look="secondary" busyText="Signing in…">
        Use the password
      </SubmitButton>
    </Form>
  )
}

const codeSchema = v.object({ code: requiredCode })

/** The second step of signing in with two-step verification. Gets the focus. */
function CodeForm({ credentials, onStartAgain }: { credentials: Credentials; onStartAgain: () => void }) {
  const signIn = useMutation(signInMutation)
  const form = useForm({
    name: "second code",
    schema: codeSchema,
    values: { code: "" },
    save: async (typed) => {
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
