import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { z } from "zod/mini"
import { ApiError, messageOf } from "~/api/client"
import { snoozeDateMutation, unsnoozeDateMutation } from "~/api/queries/staffProducts"
import type { ProductDetail } from "~/api/types"
import { paths } from "~/paths"
import { Button, LinkButton } from "~/ui/Button"
import { LaterConfirm, LaterDialog } from "~/features/admin/shared/LaterDialog"
import { TextField } from "~/ui/Field"
import { Form, SubmitButton } from "~/ui/Form"
import { notify } from "~/ui/notify"
import { useShopForm } from "~/ui/useShopForm"

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
  return seats > 0 ? (
    <LaterDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${event.name} on ${day} has bookings`}
      description={`${seats === 1 ? "1 seat is" : `${seats} seats are`} booked on ${day}.`}
    >
      <RefundForm event={event} startTime={startTime} day={day} onClose={() => onOpenChange(false)} />
    </LaterDialog>
  ) : (
    <LaterConfirm
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

const schema = z.object({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Write a reason. The buyers will read it."),
      z.maxLength(500, "Use 500 letters at most."),
    ),
})

type RefundFormProps = Pick<SkipDialogsProps, "event" | "startTime" | "day"> & { onClose: () => void }

function RefundForm({ event, startTime, day, onClose }: RefundFormProps) {
  const snooze = useMutation(snoozeDateMutation)
  const form = useShopForm({
    schema,
    defaultValues: { reason: "" },
    onSubmit: async ({ reason }) => {
      await snooze.mutateAsync({ id: event._id, startTime, refund: true, reason })
      notify.success(`${event.name} on ${day} is skipped. Everyone who booked gets their money back.`)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <LinkButton
        look="quiet"
        to={`${paths.adminList("orders")}?product=${encodeURIComponent(event._id)}`}
        className="justify-self-start"
      >
        See the orders
      </LinkButton>
      <TextField label="Reason" hint="It goes into the mail to everyone who booked." {...form.field("reason")} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form} look="danger" busyText="Refunding…">
          Refund everyone and skip
        </SubmitButton>
      </div>
    </Form>
  )
}
