import { useMutation } from "@tanstack/react-query"
import { z } from "zod/mini"
import type { ProductDate } from "~/api/types"
import { snoozeMutation } from "~/features/events/calendar/staffMutations"
import { paths } from "~/paths"
import { Button, LinkButton } from "~/ui/Button"
import { Dialog } from "~/ui/Dialog"
import { TextField } from "~/ui/Field"
import { Form, SubmitButton } from "~/ui/Form"
import { notify } from "~/ui/notify"
import { useShopForm } from "~/ui/useShopForm"

const Refund = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, "Write a reason. The buyers will read it.")),
})

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
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`${date.name} on ${day} has bookings`} description={booked}>
      <RefundForm date={date} day={day} onDone={onDone} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

type RefundFormProps = Pick<RefundDialogProps, "date" | "day" | "onDone"> & { onCancel: () => void }

function RefundForm({ date, day, onDone, onCancel }: RefundFormProps) {
  const snooze = useMutation(snoozeMutation)
  const form = useShopForm({
    schema: Refund,
    defaultValues: { reason: "" },
    onSubmit: async ({ reason }) => {
      await snooze.mutateAsync({ id: date._id, startTime: date.startTime, refund: true, reason })
      notify.success(`${date.name} on ${day} is skipped. Everyone who booked gets their money back.`)
      onDone()
    },
  })
  return (
    <Form form={form}>
      <LinkButton
        look="quiet"
        to={`${paths.adminList("orders")}?product=${encodeURIComponent(date._id)}`}
        className="justify-self-start"
      >
        See the orders
      </LinkButton>
      <TextField label="Reason" hint="It goes into the mail to everyone who booked." {...form.field("reason")} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form} look="danger" busyText="Refunding…">
          Refund everyone and skip
        </SubmitButton>
      </div>
    </Form>
  )
}
