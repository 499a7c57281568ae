import { useMutation } from "@tanstack/react-query"
import { KeyRound, UserCheck, UserX } from "lucide-react"
import { useState } from "react"
import { resetPasswordMutation, updateUserMutation } from "~/shop/queries/staff/users"
import type { User } from "~/common/api/types"
import { change, seen } from "~/common/lib/changes"
import { fullName } from "~/common/lib/text"
import { useUser } from "~/shop/state/session"
import { CheckboxField } from "~/common/ui/forms/Field"
import { RowAction } from "~/shop/features/admin/table/cells"
import type { Confirmation } from "~/common/ui/overlays/Dialog"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { MenuAction } from "~/common/ui/overlays/MoreMenu"
import { notify } from "~/common/ui/overlays/notify"

export function ResetAction({ user }: { user: User }) {
  const [lockPassword, setLockPassword] = useState(false)
  const reset = useMutation(resetPasswordMutation)
  const name = fullName(user)
  const stillWorks = user.isDeactivated ? null : "The old password only works to set a new one."
  const ask = (open: () => void) => {
    setLockPassword(false)
    open()
  }
  const confirm = async () => {
    const { message, mailLimitReached } = await reset.mutateAsync({ userId: user._id, lockPassword, ...shownOf(user) })
    // Deactivated accounts get no email; over the limit, the server's message says so.
    const isMailed = !user.isDeactivated && !mailLimitReached
    notify.success(isMailed ? `${message} We emailed a link to ${user.email}.` : message)
  }
  return (
    <ConfirmButton
      opener={(open) => (
        <RowAction compact icon={KeyRound} label="Reset password" of={name} onClick={() => ask(open)} />
      )}
      title={`Reset the password of ${name}?`}
      body={
        <>
          <p>
            {user.isDeactivated
              ? "Deactivated accounts get no email."
              : `We'll email ${user.email} a link to set a new one.`}{" "}
            This fully resets the password: {name} is signed out everywhere and prompted for a new password at the next
            login.
          </p>
          <OwnAccountNote user={user} />
          <p>{lockPassword ? "The old password stops working immediately." : stillWorks}</p>
          <CheckboxField
            label="Disable the old password immediately"
            hint="Choose this if someone else may know it. Then only the emailed link can set a new one."
            checked={lockPassword}
            onChange={(event) => setLockPassword(event.target.checked)}
          />
        </>
      }
      action="Reset password"
      busyText="Resetting…"
      onConfirm={confirm}
    />
  )
}

/** What a question about an account shows of it. */
export const shownOf = (user: User) => seen(user, "firstName", "lastName", "email", "isAdmin", "isDeactivated")

const setDeactivated = (user: User, isDeactivated: boolean) => ({
  userId: user._id,
  digest: user.digest,
  ...change(user, { isDeactivated }),
})

/** The question before an account is deactivated. */
export function useDeactivation(user: User): Confirmation {
  const update = useMutation(updateUserMutation)
  const name = fullName(user)
  return {
    title: `Deactivate ${name}?`,
    body: (
      <>
        <p>
          This archives the account and prevents logins: {name} will not be able to sign in. Orders and bookings stay as
          they are. You can reactivate the account at any time.
        </p>
        <OwnAccountNote user={user} />
      </>
    ),
    action: "Deactivate",
    busyText: "Deactivating…",
    danger: true,
    onConfirm: () => update.mutateAsync(setDeactivated(user, true)),
    done: "User updated!",
  }
}

export function DeactivateAction({ user }: { user: User }) {
  const of = fullName(user)
  return (
    <ConfirmButton
      opener={(open) => <MenuAction icon={UserX} label="Deactivate" of={of} removes onClick={open} />}
      {...useDeactivation(user)}
    />
  )
}

export function ReactivateAction({ user }: { user: User }) {
  const update = useMutation(updateUserMutation)
  const name = fullName(user)
  return (
    <ConfirmButton
      opener={(open) => <MenuAction icon={UserCheck} label="Reactivate" of={name} onClick={open} />}
      title={`Reactivate ${name}?`}
      body={<p>This allows login again: {name} will be able to sign in with the current password.</p>}
      action="Reactivate"
      busyText="Reactivating…"
      onConfirm={() => update.mutateAsync(setDeactivated(user, false))}
      done="User updated!"
    />
  )
}

function OwnAccountNote({ user }: { user: User }) {
  return useUser()?._id === user._id ? <p className="font-semibold">This is your own account.</p> : null
}
