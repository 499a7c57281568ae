import { useMutation } from "@tanstack/react-query"
import { DoorOpen, Swords, Users } from "lucide-react"
import { deleteEventMutation } from "~/shop/queries/staff/products"
import type { Product } from "~/common/api/types"
import { DeleteButton } from "~/shop/features/admin/DeleteButton"
import { tablesOfDate } from "~/shop/layout/header/staffPages"
import { useFromList } from "~/shop/features/admin/table/listState"
import { MoreActions, RowAction } from "~/shop/features/admin/table/cells"
import { paths } from "~/shop/paths"
import { useHideAndRestore, useHiding } from "~/shop/shared/staffActions/hiding"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { notify } from "~/common/ui/overlays/notify"

interface EventActionsProps {
  event: Product
  /** Called after the row with the focused button was removed. */
  onDeleted: () => void
}

/** What staff come for, and in a second line on a large screen what they do with the event as a whole. */
export function EventActions({ event, onDeleted }: EventActionsProps) {
  const hiding = useHiding(event)
  const { restore } = useHideAndRestore()
  const { mutateAsync: remove } = useMutation(deleteEventMutation)
  const state = useFromList()
  const { _id, name } = event
  return (
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
            <RowAction label="Restore" of={name} onClick={() => restore(event)} />
          ) : (
            <ConfirmButton opener={(open) => <RowAction label="Hide" of={name} onClick={open} />} {...hiding} />
          )}
        </MoreActions>
        <DeleteButton
          opener={(open) => <RowAction label="Delete" of={name} removes onClick={open} />}
          title="Deleting product. Are you absolutely sure you want to do this?"
          body={`${name} will be permanently deleted${event.isRecurring ? ", with all of its dates" : ""}.`}
          onConfirm={async () => {
            await remove(_id)
            notify.success(`Product ${_id} deleted.`)
            onDeleted()
          }}
          refusal="archive_instead"
          instead={hiding}
          ask="Hide it instead?"
        />
      </div>
    </div>
  )
}

/** Drafts have no dates yet, and a single date that is canceled has no guest list. */
const hasGuests = ({ status, nextStartTime, startTime }: Product) =>
  status !== "draft" && (nextStartTime !== null || Date.parse(startTime) <= Date.now())
