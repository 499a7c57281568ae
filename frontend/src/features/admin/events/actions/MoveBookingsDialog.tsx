import { useState } from "react"
import { dateWithSeats, newTime } from "~/features/admin/events/edit/schedule/DatesPreview"
import type { Question } from "~/features/admin/events/edit/form/useEventForm"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { LazyDialog } from "~/ui/overlays/lazyDialog"

interface MoveBookingsDialogProps {
  question: Question | null
  onClose: () => void
  onAnswer: (moveBookings: boolean) => Promise<void>
}

/** Asks whether bookings move along with the changed times of booked dates. */
export function MoveBookingsDialog({ question, onClose, onAnswer }: MoveBookingsDialogProps) {
  const [sending, setSending] = useState<boolean | null>(null)
  const answer = async (moveBookings: boolean) => {
    setSending(moveBookings)
    await onAnswer(moveBookings)
    setSending(null)
  }
  const busy = sending !== null
  return (
    <LazyDialog
      open={question !== null}
      onOpenChange={() => busy || onClose()}
      title="Move the bookings too?"
      description="These dates have bookings. If the bookings move, we'll email everyone who booked."
    >
      <ul className="mb-5 grid gap-2">
        {question?.bookedDates.map((date) => (
          <li key={date.startTime} className="rounded-md bg-malt p-3">
            <span className="font-semibold">{dateWithSeats(date)}</span>
            <span className="block">
              would move to <span className="inline-block">{newTime(date)}</span>
            </span>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button look="secondary" busy={busy} busyText="Saving…" onClick={() => void answer(false)}>
          Keep the old times
        </Button>
        <Button busy={busy} busyText="Moving…" onClick={() => void answer(true)}>
          Move bookings
        </Button>
      </DialogButtons>
    </LazyDialog>
  )
}
