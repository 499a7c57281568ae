import { useMutation } from "@tanstack/react-query"
import { messageOf } from "~/api/client"
import { leaveWaitingMutation } from "~/api/queries/waiting/changes"
import type { WaitingEntry } from "~/api/types"
import { placeText, wishText } from "~/shared/waiting/texts"
import { announce } from "~/ui/feedback/announce"
import { Notice } from "~/ui/feedback/Notice"
import { ErrorText } from "~/ui/forms/ErrorText"
import { Button } from "~/ui/layout/Button"

/** "You are number 2." with a button for leaving the waiting list. */
export function OwnPlace({ entry }: { entry: WaitingEntry }) {
  const leave = useMutation(leaveWaitingMutation)
  return (
    <Notice>
      <p className="font-semibold">{placeText(entry)}</p>
      <p className="text-sm text-ink-2">{wishText(entry)}</p>
      {leave.isError && (
        <div role="alert">
          <ErrorText>{messageOf(leave.error)}</ErrorText>
        </div>
      )}
      <Button
        look="secondary"
        className="mt-2"
        busy={leave.isPending}
        busyText="Leaving…"
        onClick={() => leave.mutate(entry._id, { onSuccess: () => announce("You have left the waiting list.") })}
      >
        Leave
      </Button>
    </Notice>
  )
}
