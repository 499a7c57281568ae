import { useMutation } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import * as v from "valibot"
import { isRefusal } from "~/common/api/client"
import { registerMutation } from "~/shop/queries/users"
import { AlmostBooked } from "~/shop/features/account/AlmostBooked"
import { email, emailInput, newPassword } from "~/shop/features/account/fields"
import { type SignInState, safeRedirect } from "~/shop/layout/guards"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { PasswordField, TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { rule } from "~/common/ui/forms/rules"

const schema = v.pipe(
  v.object({
    email,
    firstName: v.pipe(v.string(), v.nonEmpty("Enter your first name.")),
    lastName: v.string(),
    password: newPassword,
    confirmPassword: v.string(),
  }),
  rule("confirmPassword", ({ password, confirmPassword }) => password === confirmPassword, "Passwords do not match."),
)

const empty = { email: "", firstName: "", lastName: "", password: "", confirmPassword: "" }

/** Registering also signs the user in; then the route's guard redirects to `redirect`. */
export default function RegisterPage() {
  const redirect = safeRedirect(useSearchParams()[0].get("redirect"))
  const register = useMutation(registerMutation)
  const form = useForm({
    name: "register",
    schema,
    values: empty,
    save: async ({ confirmPassword: _, ...typed }) => {
      session.setUser(await register.mutateAsync(typed))
    },
  })
  const address = form.field("email")
  const taken = isRefusal(register.error, "email_taken") && address.error === register.error.message
  return (
    <Page title="Create an Account" narrow>
      <div className="grid gap-5">
        <AlmostBooked redirect={redirect} step="Create an account" />
        <Form form={form} aria-label="Create an Account">
          <div className="grid gap-1">
            <TextField label="Email Address" {...emailInput} {...address} />
            {taken && <SignInInstead redirect={redirect} email={form.hook.getValues("email")} />}
          </div>
          <TextField label="First Name" autoComplete="given-name" {...form.field("firstName")} />
          <TextField label="Last Name" optional autoComplete="family-name" {...form.field("lastName")} />
          <PasswordField
            label="Password"
            hint="At least 8 characters. A few random words work well."
            autoComplete="new-password"
            {...form.field("password", "confirmPassword")}
          />
          <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field("confirmPassword")} />
          <SubmitButton form={form} needsConnection busyText="Creating…">
            Create an Account
          </SubmitButton>
        </Form>
        <p className="border-t border-hair pt-5">
          Already have an account?{" "}
          <Link to={paths.signIn(redirect)} className="page-link">
            Sign In
          </Link>
        </p>
      </div>
    </Page>
  )
}

function SignInInstead({ redirect, email }: { redirect: string; email: string }) {
  return (
    <Link to={paths.signIn(redirect)} state={{ email } satisfies SignInState} className="page-link">
      Sign in with this address
    </Link>
  )
}
