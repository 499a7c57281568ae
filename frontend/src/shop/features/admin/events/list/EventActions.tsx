import { useMutation } from "@tanstack/react-query"
import { Archive, ArchiveRestore, DoorOpen, Pencil, Swords, Trash2, Users } from "lucide-react"
import { deleteEventMutation } from "~/shop/queries/staff/products"
import type { Product } from "~/common/api/types"
import { seen } from "~/common/lib/changes"
import { DeleteButton } from "~/shop/features/admin/DeleteButton"
import { tablesOfDate } from "~/shop/layout/header/staffPages"
import { useFromList } from "~/shop/features/admin/table/listState"
import { RowAction } from "~/shop/features/admin/table/cells"
import { paths } from "~/shop/paths"
import { useHiding, useRestore } from "~/shop/shared/staffActions/hiding"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { notify } from "~/common/ui/overlays/notify"

interface EventActionsProps {
  event: Product
  /** Called after the row with the focused button was removed. */
  onDeleted: () => void
}

/** Edit, and in "…" what staff do with a date and with the event as a whole. */
export function EventActions({ event, onDeleted }: EventActionsProps) {
  const hiding = useHiding(event)
  const restore = useRestore(event)
  const { mutateAsync: remove } = useMutation(deleteEventMutation)
  const state = useFromList()
  const { _id, name } = event
  return (
    <>
      <RowAction compact icon={Pencil} label="Edit" of={name} to={paths.adminEvent(_id)} state={state} />
      <MoreMenu of={name}>
        {hasGuests(event) && (
          <>
            <MenuAction icon={Users} label="Guests" of={name} to={paths.adminGuests(_id)} />
            <MenuAction icon={DoorOpen} label="Door" of={name} to={paths.adminGuests(_id, undefined, "/door")} />
            <MenuAction icon={Swords} label="Tables" of={name} to={tablesOfDate(_id)} />
          </>
        )}
        {event.status === "archived" ? (
          <MenuAction icon={ArchiveRestore} label="Restore" of={name} onClick={restore} />
        ) : (
          <ConfirmButton
            opener={(open) => <MenuAction icon={Archive} label="Hide" of={name} onClick={open} />}
            {...hiding}
          />
        )}
        <DeleteButton
          opener={(open) => <MenuAction icon={Trash2} label="Delete" of={name} removes onClick={open} />}
          title="Deleting product. Are you absolutely sure you want to do this?"
          body={`${name} will be permanently deleted${event.isRecurring ? ", with all of its dates" : ""}.`}
          onConfirm={async () => {
            await remove({ id: _id, ...shownOf(event) })
            notify.success(`Product ${_id} deleted.`)
            onDeleted()
          }}
          refusal="archive_instead"
          instead={hiding}
          ask="Hide it instead?"
        />
      </MoreMenu>
    </>
  )
}

const shownOf = (event: Product) =>
  seen(event, "name", "status", ...when, "maximumEventCapacity", "eventLocation", "price", "category")

const when = ["startTime", "endTime", "isRecurring", "recurringPattern"] as const

/** Drafts have no dates yet, and a single date that is canceled has no guest list. */
const hasGuests = ({ status, nextStartTime, startTime }: Product) =>
  status !== "draft" && (nextStartTime !== null || Date.parse(startTime) <= Date.now())
