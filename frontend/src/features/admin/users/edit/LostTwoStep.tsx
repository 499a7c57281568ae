import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { removeSecondFactorMutation } from "~/api/queries/staffUsers"
import type { User } from "~/api/types"
import { AskAbout } from "~/features/admin/users/dialogs/UserActionDialog"
import { fullName } from "~/features/admin/users/dialogs/names"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"

/** For a colleague whose phone and recovery codes are lost. Whether they have a factor at all, the server says. */
export function LostSecondFactor({ user }: { user: User }) {
  const [asking, ask] = useState(false)
  const remove = useMutation(removeSecondFactorMutation)
  const name = fullName(user)
  return (
    <div>
      <Button look="quiet" className="-ml-1" onClick={() => ask(true)}>
        Remove a lost second factor
      </Button>
      <AskAbout
        open={asking}
        onOpenChange={ask}
        title="Remove the second factor?"
        body={
          <p>
            {name} is signed out, is told by mail, and signs in by password alone. Make sure that it is really them who
            ask.
          </p>
        }
        action="Remove"
        busyText="Removing…"
        danger
        onConfirm={async () => notify.success((await remove.mutateAsync(user._id)).message)}
      />
    </div>
  )
}
