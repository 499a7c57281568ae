import { Archive, ArchiveRestore, Pencil, Trash2 } from "lucide-react"
import { useState } from "react"
import type { Product } from "~/api/types"
import { ArchiveDialog } from "~/shared/staffActions/ArchiveDialog"
import { DeleteDialog } from "~/features/admin/events/actions/DeleteDialog"
import { PlaceholderDialog } from "~/features/admin/events/actions/PlaceholderDialog"
import { useRestoring } from "~/features/admin/events/actions/useRestoring"
import { useFromList } from "~/features/admin/table/listState"
import { RowAction } from "~/features/admin/table/RowAction"
import { paths } from "~/paths"

interface EventActionsProps {
  event: Product
  /** Called after the row with the focused button was removed. */
  onDeleted: () => void
}

export function EventActions({ event, onDeleted }: EventActionsProps) {
  const [asking, setAsking] = useState<"archive" | "delete" | null>(null)
  const restoring = useRestoring(event)
  const state = useFromList()
  const { name } = event
  return (
    <>
      <RowAction icon={Pencil} label="Edit" of={name} to={paths.adminEvent(event._id)} state={state} />
      {event.status === "archived" ? (
        <RowAction icon={ArchiveRestore} label="Restore" of={name} onClick={restoring.start} />
      ) : (
        <RowAction icon={Archive} label="Hide" of={name} onClick={() => setAsking("archive")} />
      )}
      <RowAction icon={Trash2} label="Delete" of={name} removes onClick={() => setAsking("delete")} />
      <ArchiveDialog event={event} open={asking === "archive"} onOpenChange={() => setAsking(null)} />
      <PlaceholderDialog becomes="restored" {...restoring.asking} />
      <DeleteDialog
        event={event}
        open={asking === "delete"}
        onOpenChange={() => setAsking(null)}
        onDeleted={onDeleted}
      />
    </>
  )
}
