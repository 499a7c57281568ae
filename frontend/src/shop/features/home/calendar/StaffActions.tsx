import { Archive, CalendarX } from "lucide-react"
import { useState } from "react"
import type { ProductDate } from "~/common/api/types"
import { formatDay } from "~/common/lib/time/dates"
import { useHiding } from "~/shop/shared/staffActions/hiding"
import { CancelDateDialog } from "~/shop/shared/staffActions/CancelDateDialog"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"

interface StaffActionsProps {
  date: ProductDate
  /** The date is no longer on the calendar. */
  onGone: () => void
}

/** What staff can do from the calendar: hide the whole event, or cancel this one date. Both have Undo. */
export default function StaffActions({ date, onGone }: StaffActionsProps) {
  const [isCanceling, setCanceling] = useState(false)
  const hiding = useHiding(date, onGone)
  return (
    <div className="mt-4 flex flex-wrap gap-3 border-t border-hair pt-4">
      <ConfirmButton look="secondary" {...hiding}>
        <Archive aria-hidden size={18} />
        {date.isRecurring ? "Archive series" : "Archive event"}
      </ConfirmButton>
      <Button look="secondary" onClick={() => setCanceling(true)}>
        <CalendarX aria-hidden size={18} />
        Snooze this date
      </Button>
      <CancelDateDialog
        event={date}
        startTime={date.startTime}
        day={formatDay(date.startTime)}
        open={isCanceling}
        onOpenChange={setCanceling}
        onDone={onGone}
      />
    </div>
  )
}
