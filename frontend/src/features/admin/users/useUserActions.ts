import { useMutation } from "@tanstack/react-query"
import { resetPasswordMutation, updateUserMutation } from "~/api/queries/staffUsers"
import type { User } from "~/api/types"
import { notify } from "~/ui/notify"

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
    const { message } = await reset.mutateAsync({ userId: user._id, lockPassword })
    // Nobody is written to about a deactivated account.
    notify.success(user.isDeactivated ? message : `${message} A mail with a link is on its way to ${user.email}.`)
  }
}
