import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { ApiError, messageOf } from "~/api/client"
import { snoozeDateMutation, unsnoozeDateMutation } from "~/api/queries/staffProducts"
import type { ProductDetail } from "~/api/types"
import { paths } from "~/paths"
import { LazyConfirm, LazyDialog } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"
import { RefundForm } from "~/shared/staffActions/RefundForm"

interface SkipDialogsProps {
  event: ProductDetail
  startTime: string
  /** "Fri, Dec 4" */
  day: string
  /** Seats sold or held, as far as is known here. */
  taken: number
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before one date is skipped: a free one just so, a booked one only with everybody's money given back. */
export function SkipDialogs({ event, startTime, day, taken, open, onOpenChange }: SkipDialogsProps) {
  const [found, setFound] = useState(0) // booked since this page was loaded
  const snooze = useMutation(snoozeDateMutation)
  const unsnooze = useMutation(unsnoozeDateMutation)
  const one = { id: event._id, startTime }
  const seats = Math.max(taken, found)
  const skip = async () => {
    try {
      await snooze.mutateAsync(one)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "date_has_bookings")) notify.error(messageOf(error))
      else setFound(error.body?.totalReservations ?? 1)
      throw error // the question stays: it is another one now, or can be tried again
    }
    notify.success(`${event.name} on ${day} is skipped.`, { label: "Undo", onClick: () => unsnooze.mutate(one) })
  }
  const refund = async (reason: string) => {
    await snooze.mutateAsync({ ...one, refund: true, reason })
    notify.success(`${event.name} on ${day} is skipped. Everyone who booked gets their money back.`)
    onOpenChange(false)
  }
  return seats > 0 ? (
    <LazyDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${event.name} on ${day} has bookings`}
      description={`${seats === 1 ? "1 seat is" : `${seats} seats are`} booked on ${day}.`}
    >
      <RefundForm ordersHref={paths.ordersOf(event._id)} onRefund={refund} onCancel={() => onOpenChange(false)} />
    </LazyDialog>
  ) : (
    <LazyConfirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Skip ${event.name} on ${day}?`}
      body={`This one date goes off the calendar.${event.isRecurring ? " The other dates stay." : ""}`}
      action="Snooze"
      busyText="Snoozing…"
      onConfirm={skip}
    />
  )
}
