import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { removeSecondFactorMutation } from "~/api/queries/staff/users"
import type { User } from "~/api/types"
import { UserActionDialog } from "~/features/admin/users/dialogs/UserActionDialog"
import { fullName } from "~/lib/fullName"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"

/** Turns off two-step verification for colleagues who lost their phone and recovery codes. */
export function LostTwoStep({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const remove = useMutation(removeSecondFactorMutation)
  const name = fullName(user)
  return (
    <div>
      <Button look="quiet" className="-ml-1" onClick={() => setAsking(true)}>
        Turn off two-step verification
      </Button>
      <UserActionDialog
        open={asking}
        onOpenChange={setAsking}
        title="Turn off two-step verification?"
        body={
          <p>
            {name} is signed out, gets an email, and can sign in with the password alone. First make sure that the
            request really comes from them.
          </p>
        }
        action="Turn off"
        busyText="Turning off…"
        danger
        onConfirm={async () => notify.success((await remove.mutateAsync(user._id)).message)}
      />
    </div>
  )
}
