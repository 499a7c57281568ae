import { useMutation } from "@tanstack/react-query"
import { resetPasswordMutation, updateUserMutation } from "~/api/queries/staffUsers"
import type { User } from "~/api/types"
import { notify } from "~/ui/overlays/notify"

/** Switching an account off and on; what the server refuses is thrown, for the question that is open. */
export function useSwitching() {
  const update = useMutation(updateUserMutation)
  return async (user: User, isDeactivated: boolean) => {
    await update.mutateAsync({ userId: user._id, isDeactivated })
    notify.success("User updated!")
  }
}

export function useReset() {
  const reset = useMutation(resetPasswordMutation)
  return async (user: User, lockPassword: boolean) => {
    const { message, mailLimitReached } = await reset.mutateAsync({ userId: user._id, lockPassword })
    // No mail goes out about a deactivated account; over the limit, the server's message says that there is none.
    const isMailed = !user.isDeactivated && !mailLimitReached
    notify.success(isMailed ? `${message} We emailed a link to ${user.email}.` : message)
  }
}
