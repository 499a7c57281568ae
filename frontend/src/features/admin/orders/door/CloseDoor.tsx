import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { ApiError, messageOf } from "~/api/client"
import { closeDoorMutation, type DoorState } from "~/api/queries/staff/door"
import { Section } from "./Section"
import { Notice } from "~/ui/feedback/Notice"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"

/** Ends check-in and sales. What phones have not sent yet is still accepted afterward. */
export function CloseDoor({ door: { _id } }: { door: DoorState }) {
  const [isAsking, setAsking] = useState(false)
  const close = useMutation(closeDoorMutation)
  const send = async (force: boolean) => {
    await close.mutateAsync({ id: _id, force })
    notify.success("The door is closed.")
  }
  const isUnsent = close.error instanceof ApiError && close.error.code === "unsent_entries"
  return (
    <Section title="Close the door">
      <p>Phones stop checking in and selling. Close it when everybody is in and the drawer is counted.</p>
      {close.error && (
        <Notice look={isUnsent ? "warning" : "error"} role="alert">
          <p>{messageOf(close.error)}</p>
          {isUnsent && (
            <p>
              Bring the phones online first, if you can. Entries that arrive later still count, and are listed as
              conflicts.
            </p>
          )}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          busy={close.isPending}
          busyText="Closing…"
          onClick={() => {
            close.reset()
            setAsking(true)
          }}
        >
          Close the door
        </Button>
        {isUnsent && (
          <Button look="danger" busy={close.isPending} onClick={() => void send(true).catch(() => {})}>
            Close anyway
          </Button>
        )}
      </div>
      <LazyConfirm
        open={isAsking}
        onOpenChange={setAsking}
        title="Close the door?"
        body="Volunteers can't check in or sell afterward. This can't be undone."
        action="Close"
        busyText="Closing…"
        onConfirm={() => send(false).catch(() => {})}
      />
    </Section>
  )
}
