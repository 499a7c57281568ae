import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate, useSearchParams } from "react-router-dom"
import * as v from "valibot"
import { isRefusal } from "~/common/api/client"
import { changePasswordMutation, setPasswordMutation } from "~/shop/queries/users"
import { newPassword } from "~/shop/features/account/fields"
import { PASSWORD_CHANGED, useSignInAgain } from "~/shop/features/account/useSignInAgain"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"
import { session, signOut } from "~/shop/state/session"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { PasswordField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"
import { PasswordLinkForm } from "./ForgotPassword"

/** For users who must set a new password and for emailed links. */
export default function ResetPasswordPage() {
  const token = useSearchParams()[0].get("token")
  return (
    <Page title="Set New Password" narrow>
      {token === null ? <ResetByAdmin /> : <WithLink token={token} />}
    </Page>
  )
}

function ResetByAdmin() {
  const change = useMutation(changePasswordMutation)
  const signInAgain = useSignInAgain()
  const save = async (newPw: string) => {
    await change.mutateAsync({ newPw })
    signInAgain()
  }
  return (
    <div className="grid gap-5">
      <Notice>An admin has initiated a password reset for your account.</Notice>
      <NewPasswordForm save={save} />
    </div>
  )
}

function WithLink({ token }: { token: string }) {
  const [expired, setExpired] = useState(token === "")
  const set = useMutation(setPasswordMutation)
  const goToSignIn = useGoToSignIn()
  const save = async (newPw: string) => {
    try {
      await set.mutateAsync({ token, newPw })
      await goToSignIn()
    } catch (error) {
      if (isRefusal(error, "link_expired")) setExpired(true)
      throw error
    }
  }
  return expired ? <ExpiredLink /> : <NewPasswordForm save={save} />
}

/** Signs out a signed-in user. A signed-out user's cart is kept. */
function useGoToSignIn() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (session.get().user) await signOut(client, () => {})
    void navigate(paths.signIn(), { replace: true })
    notify.success(PASSWORD_CHANGED)
  }
}

function ExpiredLink() {
  const [asking, setAsking] = useState(false)
  return (
    <div className="grid gap-5">
      <ErrorNotice error="This link has expired." />
      {asking ? <PasswordLinkForm /> : <Button onClick={() => setAsking(true)}>Send a new one</Button>}
    </div>
  )
}

const schema = v.object({ newPw: newPassword, confirmPw: newPassword })

/** Two fields for a new password. Errors are logged and shown above the button, without a toast. */
function NewPasswordForm({ save }: { save: (newPw: string) => Promise<void> }) {
  const form = useForm({
    name: "reset password",
    schema,
    values: { newPw: "", confirmPw: "" },
    save: async ({ newPw, confirmPw }) => {
      if (newPw !== confirmPw) throw new Error("Passwords do not match")
      await save(newPw).catch(logAndThrow)
    },
  })
  return (
    <Form form={form} aria-label="Set New Password">
      <PasswordField
        label="New Password"
        hint="At least 8 characters. A few random words work well."
        autoComplete="new-password"
        {...form.field("newPw")}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field("confirmPw")} />
      <SubmitButton form={form} needsConnection busyText="Resetting...">
        Reset Password
      </SubmitButton>
    </Form>
  )
}

function logAndThrow(error: unknown): never {
  console.error("The new password was not set.", error)
  throw error
}
