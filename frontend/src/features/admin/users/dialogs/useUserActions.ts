import { useMutation } from "@tanstack/react-query"
import { resetPasswordMutation, updateUserMutation } from "~/api/queries/staff/users"
import type { User } from "~/api/types"
import { notify } from "~/ui/overlays/notify"

/** Deactivates or reactivates an account. Throws errors, which the open dialog shows. */
export function useSetDeactivated() {
  const update = useMutation(updateUserMutation)
  return async (user: User, isDeactivated: boolean) => {
    await update.mutateAsync({ userId: user._id, isDeactivated })
    notify.success("User updated!")
  }
}

export function useResetPassword() {
  const reset = useMutation(resetPasswordMutation)
  return async (user: User, lockPassword: boolean) => {
    const { message, mailLimitReached } = await reset.mutateAsync({ userId: user._id, lockPassword })
    // Deactivated accounts get no email; over the limit, the server's message says so.
    const isMailed = !user.isDeactivated && !mailLimitReached
    notify.success(isMailed ? `${message} We emailed a link to ${user.email}.` : message)
  }
}
