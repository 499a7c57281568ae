import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import * as v from "valibot"
import { bookByHandMutation } from "~/shop/queries/staff/dates"
import { counted } from "~/common/lib/text"
import { SelectField, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { notify } from "~/common/ui/overlays/notify"

const OTHER = "other"
/** The server erases other texts 30 days after the date, because they may name somebody. */
const REASONS = ["Guest of the house", "Volunteer", "Prize", "Paid elsewhere"]
const options = [...REASONS.map((value) => ({ value, label: value })), { value: OTHER, label: "Another reason" }]

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
  const [seats, setSeats] = useState(1)
  const [why, setWhy] = useState(REASONS[0]!)
  const form = useForm({
    name: `book by hand ${product} ${startTime}`,
    schema: v.object({
      text: v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => why !== OTHER || text !== "", "Say why nobody pays for them here."),
        v.maxLength(80, "Use at most 80 characters."),
      ),
    }),
    values: { text: "" },
    save: async ({ text }) => {
      const reason = why === OTHER ? text : why
      await book.mutateAsync({ product, bookingDate: startTime, reservationSeats: seats, reason })
      notify.success(`${counted(seats, "seat")} booked: ${reason}.`)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <SeatStepper label="Seats" seats={seats} most={left} onChange={setSeats} />
      <SelectField
        id="by-hand-why"
        label="Why"
        value={why}
        onChange={(event) => setWhy(event.target.value)}
        options={options}
      />
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
