import { useMutation } from "@tanstack/react-query"
import { hideEventMutation, restoreEventMutation } from "~/shop/queries/staff/products"
import type { Product } from "~/common/api/types"
import { ConfirmDialog } from "~/common/ui/overlays/Dialog"
import { notify } from "~/common/ui/overlays/notify"

interface ArchiveDialogProps {
  event: Pick<Product, "_id" | "name" | "isRecurring">
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Replaces the default question. */
  title?: string
  onDone?: () => void
}

/** Asks before an event is hidden from visitors. */
export function ArchiveDialog({ event, open, onOpenChange, title, onDone }: ArchiveDialogProps) {
  const { archive } = useArchiving()
  const confirm = async () => {
    await archive(event)
    onDone?.()
  }
  const everywhere = event.isRecurring ? ", on any of its dates" : ""
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title ?? `Hide ${event.name}?`}
      body={`Visitors will no longer see ${event.name}${everywhere}. Bookings and orders stay as they are.`}
      action="Hide"
      busyText="Hiding…"
      onConfirm={confirm}
    />
  )
}

interface Named {
  _id: string
  name: string
}

/** Archives and restores events. The toast that follows offers Undo. */
export function useArchiving() {
  const archiving = useMutation(hideEventMutation)
  const restoring = useMutation(restoreEventMutation)
  const archive = async ({ _id, name }: Named) => {
    await archiving.mutateAsync(_id)
    notify.success(`${name} is hidden.`, { label: "Undo", onClick: () => restoring.mutate(_id) })
  }
  const restore = ({ _id, name }: Named) => {
    const undo = { label: "Undo", onClick: () => archiving.mutate(_id) }
    restoring.mutateAsync(_id).then(
      ({ status }) => notify.success(`${name} is restored${status === "draft" ? " as a draft" : ""}.`, undo),
      () => {}, // the toast shows the error
    )
  }
  return { archive, restore }
}
