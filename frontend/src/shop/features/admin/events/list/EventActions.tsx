import { useMutation } from "@tanstack/react-query"
import { DoorOpen, Swords, Users } from "lucide-react"
import { useState } from "react"
import { isRefusal } from "~/common/api/client"
import { deleteEventMutation } from "~/shop/queries/staff/products"
import type { Product } from "~/common/api/types"
import { tablesOfDate } from "~/shop/layout/header/staffPages"
import { useFromList } from "~/shop/features/admin/table/listState"
import { MoreActions, RowAction } from "~/shop/features/admin/table/cells"
import { paths } from "~/shop/paths"
import { useArchiving, useHiding } from "~/shop/shared/staffActions/hiding"
import { ConfirmDialog } from "~/common/ui/overlays/Dialog"
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
  const { restore } = useArchiving()
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
        <DeleteAction event={event} onDeleted={onDeleted} />
      </div>
    </div>
  )
}

/** Drafts have no dates yet, and a single date that is canceled has no guest list. */
const hasGuests = ({ status, nextStartTime, startTime }: Product) =>
  status !== "draft" && (nextStartTime !== null || Date.parse(startTime) <= Date.now())

/** Confirms the deletion of an event. An event with bookings can't be deleted, so it offers to hide it instead. */
function DeleteAction({ event, onDeleted }: EventActionsProps) {
  const hiding = useHiding(event)
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = useMutation(deleteEventMutation)
  const confirm = async () => {
    try {
      await remove.mutateAsync(event._id)
    } catch (error) {
      if (!isRefusal(error, "archive_instead")) throw error
      setRefusal(error.message)
      return
    }
    notify.success(`Product ${event._id} deleted.`)
    onDeleted()
  }
  return (
    <>
      <ConfirmButton
        opener={(open) => <RowAction label="Delete" of={event.name} removes onClick={open} />}
        title="Deleting product. Are you absolutely sure you want to do this?"
        body={`${event.name} will be permanently deleted${event.isRecurring ? ", with all of its dates" : ""}.`}
        action="Delete"
        busyText="Deleting…"
        danger
        onConfirm={confirm}
      />
      <ConfirmDialog
        {...hiding}
        open={refusal !== null}
        onOpenChange={() => setRefusal(null)}
        title={refusal === null ? "" : `${firstSentence(refusal)} Hide it instead?`}
      />
    </>
  )
}

/** "12 people booked this. You can't …" → "12 people booked this." */
const firstSentence = (text: string) => text.split(/(?<=\.)\s/)[0]
