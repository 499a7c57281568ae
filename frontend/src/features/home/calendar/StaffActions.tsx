import { useMutation } from "@tanstack/react-query"
import { Archive, BellOff } from "lucide-react"
import { useState } from "react"
import { ApiError, messageOf } from "~/api/client"
import {
  archiveEventMutation,
  restoreEventMutation,
  snoozeDateMutation,
  unsnoozeDateMutation,
} from "~/api/queries/staffProducts"
import type { ProductDate } from "~/api/types"
import { RefundDialog } from "./RefundDialog"
import { formatDay } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { ConfirmDialog } from "~/ui/overlays/Dialog"
import { notify } from "~/ui/overlays/notify"

interface StaffActionsProps {
  date: ProductDate
  /** The date is no longer on the calendar. */
  onGone: () => void
}

/** What staff can do from the calendar: hide the whole event, or skip this one date. Both can be undone. */
export default function StaffActions({ date, onGone }: StaffActionsProps) {
  return (
    <div className="mt-4 flex flex-wrap gap-3 border-t border-hair pt-4">
      <ArchiveButton date={date} onGone={onGone} />
      <SnoozeButton date={date} onGone={onGone} />
    </div>
  )
}

function ArchiveButton({ date, onGone }: StaffActionsProps) {
  const [asking, ask] = useState(false)
  const archive = useMutation(archiveEventMutation)
  const restore = useMutation(restoreEventMutation)
  const confirm = async () => {
    await archive.mutateAsync(date._id)
    notify.success(`${date.name} is archived.`, { label: "Undo", onClick: () => restore.mutate(date._id) })
    onGone()
  }
  return (
    <>
      <Button look="secondary" onClick={() => ask(true)}>
        <Archive aria-hidden size={18} />
        {date.isRecurring ? "Archive series" : "Archive event"}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Archive ${date.name}?`}
        body={`Visitors will no longer see ${date.name}${date.isRecurring ? ", on any of its dates" : ""}. Bookings and orders stay as they are.`}
        action="Archive"
        busyText="Archiving…"
        onConfirm={confirm}
      />
    </>
  )
}

function SnoozeButton({ date, onGone }: StaffActionsProps) {
  const [asking, ask] = useState(false)
  const [booked, setBooked] = useState<string | null>(null)
  const snooze = useMutation(snoozeDateMutation)
  const unsnooze = useMutation(unsnoozeDateMutation)
  const one = { id: date._id, startTime: date.startTime }
  const day = formatDay(date.startTime, shop().timeZone)
  const confirm = async () => {
    try {
      await snooze.mutateAsync(one)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "date_has_bookings")) notify.error(messageOf(error))
      else setBooked(error.message)
      return
    }
    notify.success(`${date.name} on ${day} is skipped.`, { label: "Undo", onClick: () => unsnooze.mutate(one) })
    onGone()
  }
  return (
    <>
      <Button look="secondary" onClick={() => ask(true)}>
        <BellOff aria-hidden size={18} />
        Snooze this date
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Skip ${date.name} on ${day}?`}
        body={`This one date goes off the calendar.${date.isRecurring ? " The other dates stay." : ""}`}
        action="Snooze"
        busyText="Snoozing…"
        onConfirm={confirm}
      />
      <RefundDialog
        open={booked !== null}
        onOpenChange={() => setBooked(null)}
        date={date}
        day={day}
        booked={booked ?? ""}
        onDone={onGone}
      />
    </>
  )
}
