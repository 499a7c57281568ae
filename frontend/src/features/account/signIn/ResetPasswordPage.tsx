import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate, useSearchParams } from "react-router-dom"
import { ApiError } from "~/api/client"
import { changePasswordMutation, setPasswordMutation } from "~/api/queries/users"
import { PasswordLinkForm } from "./ForgotPassword"
import { NewPasswordForm } from "./NewPasswordForm"
import { PASSWORD_CHANGED, useSignInAnew } from "~/features/account/useSignInAnew"
import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { session, signOut } from "~/state/session"
import { Button } from "~/ui/layout/Button"
import { Notice } from "~/ui/feedback/Notice"
import { notify } from "~/ui/overlays/notify"

/** For users who have to set a new password, and for links in emails. */
export default function ResetPasswordPage() {
  const token = useSearchParams()[0].get("token")
  return (
    <Page title="Set New Password" narrow>
      {token === null ? <AskedByAdmin /> : <WithLink token={token} />}
    </Page>
  )
}

function AskedByAdmin() {
  const change = useMutation(changePasswordMutation)
  const signInAnew = useSignInAnew()
  const save = async (newPw: string) => {
    await change.mutateAsync({ newPw })
    signInAnew()
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
  const leave = useLeaveForSignIn()
  const save = async (newPw: string) => {
    try {
      await set.mutateAsync({ token, newPw })
      await leave()
    } catch (error) {
      if (error instanceof ApiError && error.code === "link_expired") setExpired(true)
      throw error
    }
  }
  return expired ? <ExpiredLink /> : <NewPasswordForm save={save} />
}

/** Signs out a signed-in user; the cart of a visitor stays. */
function useLeaveForSignIn() {
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
      <Notice look="error" role="alert">
        This link has expired.
      </Notice>
      {asking ? <PasswordLinkForm /> : <Button onClick={() => setAsking(true)}>Send a new one</Button>}
    </div>
  )
}
