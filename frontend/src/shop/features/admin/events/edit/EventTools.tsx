import { useMutation } from "@tanstack/react-query"
import { Archive, ArchiveRestore, Copy } from "lucide-react"
import type { ProductDetail } from "~/common/api/types"
import { fieldsOf, useMakeEvent } from "~/shop/features/admin/events/actions/useMakeEvent"
import { useHideAndRestore, useHiding } from "~/shop/shared/staffActions/hiding"
import { Button } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import type { Question } from "./form/useEventForm"
import { dateWithSeats, newTime } from "./schedule/DatesPreview"

/** Actions on the whole event. */
export function EventTools({ event }: { event: ProductDetail }) {
  const hiding = useHiding(event)
  const { restore } = useHideAndRestore()
  const make = useMakeEvent()
  const { mutate: clone, isPending } = useMutation({ mutationFn: () => make(fieldsOf(event)) })
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="secondary" busy={isPending} busyText="Cloning…" onClick={() => clone()}>
        <Copy aria-hidden size={18} />
        Clone
      </Button>
      {event.status === "archived" ? (
        <Button look="secondary" onClick={() => restore(event)}>
          <ArchiveRestore aria-hidden size={18} />
          Restore
        </Button>
      ) : (
        <ConfirmButton look="secondary" {...hiding}>
          <Archive aria-hidden size={18} />
          Hide
        </ConfirmButton>
      )}
    </div>
  )
}

interface MoveBookingsDialogProps {
  question: Question | null
  onClose: () => void
  onAnswer: (moveBookings: boolean) => Promise<void>
}

/** Asks whether bookings move along with the changed times of booked dates. */
export function MoveBookingsDialog({ question, onClose, onAnswer }: MoveBookingsDialogProps) {
  const { mutate: answer, isPending: busy } = useMutation({ mutationFn: onAnswer })
  if (!question) return null
  return (
    <Dialog
      open
      closable={!busy}
      onOpenChange={onClose}
      title="Move the bookings too?"
      description="These dates have bookings. If the bookings move, we'll email everyone who booked."
    >
      <ul className="mb-5 grid gap-2">
        {question.bookedDates.map((date) => (
          <li key={date.startTime} className="rounded-md bg-malt p-3">
            <span className="font-semibold">{dateWithSeats(date)}</span>
            <span className="block">
              would move to <span className="inline-block">{newTime(date)}</span>
            </span>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button look="secondary" busy={busy} busyText="Saving…" onClick={() => answer(false)}>
          Keep the old times
        </Button>
        <Button busy={busy} busyText="Moving…" onClick={() => answer(true)}>
          Move bookings
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
