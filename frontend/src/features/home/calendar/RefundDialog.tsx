import { useMutation } from "@tanstack/react-query"
import { snoozeDateMutation } from "~/api/queries/staffProducts"
import type { ProductDate } from "~/api/types"
import { paths } from "~/paths"
import { Dialog } from "~/ui/overlays/Dialog"
import { notify } from "~/ui/overlays/notify"
import { RefundForm } from "~/shared/staffActions/RefundForm"

interface RefundDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  date: ProductDate
  /** "Fri, Dec 4" */
  day: string
  /** The server's sentence: how many seats are booked. */
  booked: string
  onDone: () => void
}

/** A date with bookings is skipped only together with giving everybody their money back. */
export function RefundDialog({ open, onOpenChange, date, day, booked, onDone }: RefundDialogProps) {
  const snooze = useMutation(snoozeDateMutation)
  const refund = async (reason: string) => {
    await snooze.mutateAsync({ id: date._id, startTime: date.startTime, refund: true, reason })
    notify.success(`${date.name} on ${day} is skipped. Everyone who booked gets their money back.`)
    onDone()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`${date.name} on ${day} has bookings`} description={booked}>
      <RefundForm ordersHref={paths.ordersOf(date._id)} onRefund={refund} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}
