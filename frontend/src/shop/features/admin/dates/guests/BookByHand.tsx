import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import { bookByHandMutation } from "~/shop/queries/staff/dates"
import { counted } from "~/common/lib/text"
import { SelectField, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { rule } from "~/common/ui/forms/rules"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { notify } from "~/common/ui/overlays/notify"

const OTHER = "other"
/** The server erases other texts 30 days after the date, because they may name somebody. */
const REASONS = ["Guest of the house", "Volunteer", "Prize", "Paid elsewhere"]
const options = [...REASONS.map((value) => ({ value, label: value })), { value: OTHER, label: "Another reason" }]

const schema = v.pipe(
  v.object({
    seats: v.number(),
    why: v.string(),
    text: v.pipe(v.string(), v.trim(), v.maxLength(80, "Use at most 80 characters.")),
  }),
  rule("text", ({ why, text }) => why !== OTHER || text !== "", "Say why nobody pays for them here."),
)

interface BookByHandProps {
  product: string
  startTime: string
  /** How many seats are left. */
  left: number
  onClose: () => void
}

/** Books seats that nobody pays for here, with the reason, which the guest list shows. */
export default function BookByHand({ product, startTime, left, onClose }: BookByHandProps) {
  const book = useMutation(bookByHandMutation)
  const form = useForm({
    name: `book by hand ${product} ${startTime}`,
    schema,
    values: { seats: 1, why: REASONS[0]!, text: "" },
    save: async ({ seats, why, text }) => {
      const reason = why === OTHER ? text : why
      await book.mutateAsync({ product, bookingDate: startTime, reservationSeats: seats, reason })
      notify.success(`${counted(seats, "seat")} booked: ${reason}.`)
      onClose()
    },
  })
  const [seats, why] = form.hook.watch(["seats", "why"])
  return (
    <Form form={form}>
      <SeatStepper
        label="Seats"
        seats={seats}
        most={left}
        onChange={(count) => form.hook.setValue("seats", count, { shouldDirty: true })}
      />
      <SelectField label="Why" options={options} {...form.field("why")} />
      {why === OTHER && (
        <TextField
          label="The reason"
          hint="Only staff read it."
          maxLength={80}
          autoComplete="off"
          {...form.field("text")}
        />
      )}
      <FormButtons form={form} onCancel={onClose} busyText="Booking…">
        Book
      </FormButtons>
    </Form>
  )
}
