import { DoorOpen, Swords, Users } from "lucide-react"
import { useState } from "react"
import type { Product } from "~/api/types"
import { ArchiveDialog } from "~/shared/staffActions/ArchiveDialog"
import { DeleteDialog } from "~/features/admin/events/actions/DeleteDialog"
import { PlaceholderDialog } from "~/features/admin/events/actions/PlaceholderDialog"
import { useRestoring } from "~/features/admin/events/actions/useRestoring"
import { tablesOfDate } from "~/features/admin/orders/door/tablesPaths"
import { useFromList } from "~/features/admin/table/listState"
import { MoreActions } from "~/features/admin/table/MoreActions"
import { RowAction } from "~/features/admin/table/RowAction"
import { paths } from "~/paths"

interface EventActionsProps {
  event: Product
  /** Called after the row with the focused button was removed. */
  onDeleted: () => void
}

/** What staff come for, and in a second line on a large screen what they do with the event as a whole. */
export function EventActions({ event, onDeleted }: EventActionsProps) {
  const [asking, setAsking] = useState<"archive" | "delete" | null>(null)
  const restoring = useRestoring(event)
  const state = useFromList()
  const { _id, name } = event
  return (
    <>
      <div className="contents lg:block lg:w-29 xl:w-44 lg:[&_:is(a,button)]:min-h-9">
        {hasGuests(event) && (
          <div className="contents max-sm:[&_svg]:hidden lg:flex lg:flex-wrap lg:[&_svg]:hidden">
            <RowAction icon={Users} label="Guests" of={name} to={paths.adminGuests(_id)} />
            <RowAction icon={DoorOpen} label="Door" of={name} to={paths.adminGuests(_id, undefined, "/door")} />
            <RowAction icon={Swords} label="Tables" of={name} to={tablesOfDate(_id)} />
          </div>
        )}
        <div className="contents lg:flex lg:flex-wrap">
          <RowAction label="Edit" of={name} to={paths.adminEvent(_id)} state={state} />
          <MoreActions of={name}>
            {event.status === "archived" ? (
              <RowAction label="Restore" of={name} onClick={restoring.start} />
            ) : (
              <RowAction label="Hide" of={name} onClick={() => setAsking("archive")} />
            )}
          </MoreActions>
          <RowAction label="Delete" of={name} removes onClick={() => setAsking("delete")} />
        </div>
      </div>
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

/** Drafts have no dates yet, and a single date that is canceled has no guest list. */
const hasGuests = ({ status, nextStartTime, startTime }: Product) =>
  status !== "draft" && (nextStartTime !== null || Date.parse(startTime) <= Date.now())
