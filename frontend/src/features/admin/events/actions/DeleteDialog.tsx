import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { ApiError, messageOf } from "~/api/client"
import { deleteEventMutation } from "~/api/queries/staff/products"
import type { Product } from "~/api/types"
import { ArchiveDialog } from "~/shared/staffActions/ArchiveDialog"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"

interface DeleteDialogProps {
  event: Product
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}

/** Confirms the deletion of an event. An event with bookings can't be deleted, so it offers to hide it instead. */
export function DeleteDialog({ event, open, onOpenChange, onDeleted }: DeleteDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = useMutation(deleteEventMutation)
  const confirm = async () => {
    try {
      await remove.mutateAsync(event._id)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "archive_instead")) {
        notify.error(messageOf(error))
        throw error
      }
      setRefusal(error.message)
      return
    }
    notify.success(`Product ${event._id} deleted.`)
    onDeleted()
  }
  return (
    <>
      <LazyConfirm
        open={open}
        onOpenChange={onOpenChange}
        title="Deleting product. Are you absolutely sure you want to do this?"
        body={`${event.name} will be permanently deleted${event.isRecurring ? ", with all of its dates" : ""}.`}
        action="Delete"
        busyText="Deleting…"
        danger
        onConfirm={confirm}
      />
      <ArchiveDialog
        event={event}
        open={refusal !== null}
        onOpenChange={() => setRefusal(null)}
        title={refusal === null ? "" : `${firstSentence(refusal)} Hide it instead?`}
      />
    </>
  )
}

/** "12 people booked this. You can't …" → "12 people booked this." */
const firstSentence = (text: string) => text.split(/(?<=\.)\s/)[0]
