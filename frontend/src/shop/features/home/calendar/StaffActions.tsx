import { Archive, CalendarX } from "lucide-react"
import { useState } from "react"
import type { ProductDate } from "~/common/api/types"
import { formatDay } from "~/common/lib/time/dates"
import { ArchiveDialog } from "~/shop/shared/staffActions/ArchiveDialog"
import { CancelDateDialog } from "~/shop/shared/staffActions/CancelDateDialog"
import { Button } from "~/common/ui/layout/Button"

interface StaffActionsProps {
  date: ProductDate
  /** The date is no longer on the calendar. */
  onGone: () => void
}

/** What staff can do from the calendar: hide the whole event, or cancel this one date. Both have Undo. */
export default function StaffActions({ date, onGone }: StaffActionsProps) {
  const [asking, ask] = useState<"archive" | "cancel" | null>(null)
  const close = () => ask(null)
  return (
    <div className="mt-4 flex flex-wrap gap-3 border-t border-hair pt-4">
      <Button look="secondary" onClick={() => ask("archive")}>
        <Archive aria-hidden size={18} />
        {date.isRecurring ? "Archive series" : "Archive event"}
      </Button>
      <Button look="secondary" onClick={() => ask("cancel")}>
        <CalendarX aria-hidden size={18} />
        Snooze this date
      </Button>
      <ArchiveDialog event={date} open={asking === "archive"} onOpenChange={close} onDone={onGone} />
      <CancelDateDialog
        event={date}
        startTime={date.startTime}
        day={formatDay(date.startTime)}
        open={asking === "cancel"}
        onOpenChange={close}
        onDone={onGone}
      />
    </div>
  )
}
