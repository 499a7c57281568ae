import { useMutation } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { ApiError } from "~/api/client"
import { deleteUserMutation } from "~/api/queries/staff/users"
import type { User } from "~/api/types"
import { useWayBack } from "~/features/admin/table/listState"
import { UserActionDialog } from "~/features/admin/users/dialogs/UserActionDialog"
import { fullName } from "~/lib/fullName"
import { DeactivateDialog } from "~/features/admin/users/dialogs/UserDialogs"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"

/** Deletes an account without orders. For an account with orders, offers to deactivate it instead. */
export function DeleteUser({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = useMutation(deleteUserMutation)
  const navigate = useNavigate()
  const wayBack = useWayBack("users")
  const confirm = async () => {
    try {
      const { message } = await remove.mutateAsync(user._id)
      notify.success(message)
      void navigate(wayBack)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "has_orders")) throw error
      setRefusal(error.message)
    }
  }
  return (
    <section aria-labelledby="delete-user" className="grid justify-items-start gap-3 border-t border-hair pt-6">
      <h2 id="delete-user">Delete</h2>
      <p className="text-ink-2">An account with orders can't be deleted. Deactivate it instead.</p>
      <Button look="removes" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden size={18} />
        Delete user
      </Button>
      <UserActionDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${fullName(user)}?`}
        body={
          <p>
            If {user.email} has no orders or bookings, the account is deleted permanently. Otherwise you can deactivate
            it instead.
          </p>
        }
        action="Delete"
        busyText="Deleting…"
        danger
        onConfirm={confirm}
      />
      <DeactivateDialog
        user={user}
        open={refusal !== null}
        onOpenChange={() => setRefusal(null)}
        title={refusal === null ? "" : `${refusal.split(/(?<=\.)\s/)[0]} Deactivate the account instead?`}
      />
    </section>
  )
}
