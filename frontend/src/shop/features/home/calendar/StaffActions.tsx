import { Archive, CalendarX } from "lucide-react"
import type { ProductDate } from "~/common/api/types"
import { formatDay } from "~/common/lib/time/dates"
import { useHiding } from "~/shop/shared/staffActions/hiding"
import { CancelDate } from "~/shop/shared/staffActions/CancelDate"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"

interface StaffActionsProps {
  date: ProductDate
  /** The date is no longer on the calendar. */
  onGone: () => void
}

/** What staff can do from the calendar: hide the whole event, or cancel this one date. Both have Undo. */
export default function StaffActions({ date, onGone }: StaffActionsProps) {
  const hiding = useHiding(date, onGone)
  return (
    <div className="mt-4 flex flex-wrap gap-3 border-t border-hair pt-4">
      <ConfirmButton look="secondary" {...hiding}>
        <Archive aria-hidden size={18} />
        {date.isRecurring ? "Archive series" : "Archive event"}
      </ConfirmButton>
      <CancelDate
        opener={(ask) => (
          <Button look="secondary" onClick={ask}>
            <CalendarX aria-hidden size={18} />
            Snooze this date
          </Button>
        )}
        event={date}
        startTime={date.startTime}
        day={formatDay(date.startTime)}
        onDone={onGone}
      />
    </div>
  )
}
