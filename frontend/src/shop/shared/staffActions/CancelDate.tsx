import { useMutation, useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import * as v from "valibot"
import { isRefusal } from "~/common/api/client"
import { concernedQuery } from "~/shop/queries/staff/dates"
import { cancelDateMutation, bringBackDateMutation } from "~/shop/queries/staff/products"
import type { Product } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { requiredText } from "~/common/ui/forms/rules"
import { LinkButton } from "~/common/ui/layout/Button"
import { ConfirmDialog, Dialog } from "~/common/ui/overlays/Dialog"
import { notify } from "~/common/ui/overlays/notify"
import { useConcerned } from "./concerned"

interface CancelDateProps {
  event: Pick<Product, "_id" | "name" | "isRecurring">
  startTime: string
  /** "Fri, Dec 4" */
  day: string
  /** Seats sold or held, if known. */
  taken?: number
  /** The button that asks. */
  opener: (ask: () => void) => ReactNode
  onDone?: () => void
}

/** Asks before one date is canceled. If seats are booked, canceling refunds everyone and requires a reason. */
export function CancelDate({ event, startTime, day, taken = 0, opener, onDone }: CancelDateProps) {
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState(0) // booked seats, from the server's error
  const concerned = useConcerned(event._id, startTime)
  const { data } = useQuery({ ...concernedQuery(event._id, startTime), enabled: open })
  const cancelDate = useMutation(cancelDateMutation)
  const bringBack = useMutation(bringBackDateMutation)
  const one = { id: event._id, startTime }
  const seats = Math.max(taken, found, data?.seats ?? 0)
  const cancel = async () => {
    try {
      await concerned.confirm((digest) => cancelDate.mutateAsync({ ...one, digest }))
    } catch (error) {
      if (isRefusal(error, "date_has_bookings")) setFound(error.body?.totalReservations ?? 1)
      throw error // keeps the dialog open to refund or try again
    }
    notify.success(`${event.name} on ${day} is canceled.`, { label: "Undo", onClick: () => bringBack.mutate(one) })
    onDone?.()
  }
  const refund = async (reason: string) => {
    await concerned.confirm((digest) => cancelDate.mutateAsync({ ...one, refund: true, reason, digest }))
    notify.success(`${event.name} on ${day} is canceled. Everyone who booked will be refunded.`)
    setOpen(false)
    onDone?.()
  }
  return (
    <>
      {opener(() => setOpen(true))}
      {seats > 0 ? (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={`${event.name} on ${day} has bookings`}
          description={`${counted(seats, "seat is", "seats are")} booked on ${day}.`}
        >
          {concerned.numbers}
          <RefundForm
            name={`cancel ${event._id} ${startTime}`}
            ordersHref={paths.ordersOf({ product: event._id })}
            onRefund={refund}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      ) : (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={`Cancel ${event.name} on ${day}?`}
          body={
            <>
              <p>Only this date leaves the calendar.{event.isRecurring && " The other dates stay."}</p>
              {concerned.numbers}
            </>
          }
          action="Cancel date"
          stay="Keep the date"
          busyText="Canceling…"
          onConfirm={cancel}
        />
      )}
    </>
  )
}

const schema = v.object({
  reason: requiredText("Enter a reason. The buyers will see it.", 500),
})

interface RefundFormProps {
  name: string
  /** The list of the event's orders. */
  ordersHref: string
  onRefund: (reason: string) => Promise<void>
  onCancel: () => void
}

/** Asks for a reason before a booked date is canceled and its bookings are refunded. */
function RefundForm({ name, ordersHref, onRefund, onCancel }: RefundFormProps) {
  const form = useForm({
    name,
    schema,
    values: { reason: "" },
    save: ({ reason }) => onRefund(reason),
  })
  return (
    <Form form={form}>
      <LinkButton look="quiet" to={ordersHref} className="-ml-1 justify-self-start">
        View orders
      </LinkButton>
      <TextField label="Reason" hint="Everyone who booked sees it in the email." {...form.field("reason")} />
      <FormButtons form={form} onCancel={onCancel} stay="Keep the date" look="danger" busyText="Refunding…">
        Refund everyone and cancel
      </FormButtons>
    </Form>
  )
}
