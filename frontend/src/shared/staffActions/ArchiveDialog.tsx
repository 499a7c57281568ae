import type { Product } from "~/api/types"
import { useArchiving } from "./useArchiving"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"

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
    <LazyConfirm
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
