import { useMutation, useQuery } from "@tanstack/react-query"
import { CalendarClock } from "lucide-react"
import type { ComponentProps } from "react"
import * as v from "valibot"
import { productQuery } from "~/shop/queries/products"
import { moveBookingMutation, movePreviewQuery } from "~/shop/queries/staff/orders"
import type { Order } from "~/common/api/types"
import { InsideWarning } from "~/shop/features/admin/orders/OrderMarks"
import { reasonField, recordHint } from "~/shop/features/admin/orders/review/ReasonButton"
import { counted } from "~/common/lib/text"
import { formatDateOption } from "~/common/lib/time/dates"
import CancelOrder from "~/shop/shared/orders/CancelOrder"
import { DateOptions } from "~/shop/shared/orders/DateOptions"
import { useUser } from "~/shop/state/session"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { ChoiceGroup, RadioChoice, SelectField, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { Dangerous } from "~/common/ui/layout/Dangerous"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { notify } from "~/common/ui/overlays/notify"
import { bookingText, isRefundable, listSoldBookings, type SoldBooking } from "./bookings"
import { Refunding } from "./Refunding"

/** The actions that staff have in the order's current state. */
export function OrderTools({ order }: { order: Order }) {
  const isOwn = useUser()?._id === order.user
  if (isRefundable(order.status))
    return (
      <>
        {listSoldBookings(order).length > 0 && (
          <DialogButton
            look="secondary"
            className="justify-self-start"
            title="Move a booking"
            description="To another date of its event, with all of its seats. No money moves. The buyer gets an email."
            content={(close) => <MoveForm order={order} onClose={close} />}
          >
            <CalendarClock aria-hidden size={18} />
            Move…
          </DialogButton>
        )}
        <Dangerous sentence="Money back, for all or some of it:">
          <DialogButton
            look="removes"
            title="Refund this order"
            content={(close) => <Refunding order={order} onClose={close} />}
          >
            Refund…
          </DialogButton>
        </Dangerous>
      </>
    )
  // For their own orders, the buyer's part of the page already has this button.
  return order.status === "held" && !isOwn ? <CancelOrder order={order} /> : null
}

const schema = v.object({
  booking: v.pipe(v.string(), v.nonEmpty("Choose a booking.")),
  to: v.pipe(v.string(), v.nonEmpty("Choose the new date.")),
  reason: reasonField,
})

/** Moves a booking to another date of its event, as agreed with the buyer. */
function MoveForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const bookings = listSoldBookings(order)
  const { mutateAsync: move } = useMutation(moveBookingMutation)
  const form = useForm({
    name: `move ${order._id}`,
    schema,
    // The only booking is preselected.
    values: { booking: bookings.length === 1 ? bookings[0]!.id : "", to: "", reason: "" },
    save: async (typed) => {
      await move({ orderId: order._id, ...typed })
      notify.success(`The booking has moved to ${formatDateOption(typed.to)}.`)
      onClose()
    },
  })
  const chosen = form.hook.watch("booking")
  const booking = bookings.find(({ id }) => id === chosen)
  const choice = form.hook.register("booking", { onChange: () => form.hook.setValue("to", "") })
  return (
    <Form form={form}>
      <ChoiceGroup label="Which booking?" error={form.field("booking").error} inline={false}>
        {bookings.map((each) => (
          <RadioChoice key={each.id} label={bookingText(each)} value={each.id} {...choice} />
        ))}
      </ChoiceGroup>
      {booking && <WhoIsInside order={order} booking={booking.id} />}
      {booking && <NewDate key={booking.id} booking={booking} {...form.field("to")} />}
      <TextField label="Reason" hint={recordHint} autoComplete="off" {...form.field("reason")} />
      <FormButtons form={form} onCancel={onClose} busyText="Moving…">
        {booking ? `Move ${counted(booking.seats, "seat")}` : "Move"}
      </FormButtons>
    </Form>
  )
}

function WhoIsInside({ order, booking }: { order: Order; booking: string }) {
  const { data } = useQuery(movePreviewQuery(order._id, booking))
  return <InsideWarning inside={data?.inside} />
}

type NewDateProps = Omit<ComponentProps<typeof SelectField>, "label"> & { booking: SoldBooking }

function NewDate({ booking, ...field }: NewDateProps) {
  const query = useQuery(productQuery(booking.product))
  return (
    <Loaded query={query} what="the dates" loading={<Skeleton className="h-20 rounded-md" />}>
      {({ occurrences }) => {
        const others = occurrences.filter(({ startTime }) => startTime !== booking.date)
        return (
          <SelectField label="New date" {...field}>
            <option value="">{others.length > 0 ? "Choose a date" : "This event has no other dates"}</option>
            <DateOptions dates={others} seats={booking.seats} />
          </SelectField>
        )
      }}
    </Loaded>
  )
}
