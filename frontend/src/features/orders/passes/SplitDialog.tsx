import { useMutation } from "@tanstack/react-query"
import { useState, type RefObject } from "react"
import * as v from "valibot"
import { splitPassMutation, type Pass } from "~/api/queries/seats"
import { counted } from "~/lib/counted"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { SeatStepper } from "~/ui/forms/SeatStepper"
import { useForm } from "~/ui/forms/useForm"
import { Dialog } from "~/ui/overlays/Dialog"
import { notify } from "~/ui/overlays/notify"

interface SplitDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  pass: Pass
  /** The event and its date. */
  name: string
  /** Gets the focus if the button that opened the dialog is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Makes a second code for a part of the party, which comes on its own. */
export default function SplitDialog({ open, onOpenChange, pass, name, focusAfter }: SplitDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Split the ticket" description={name} focusAfter={focusAfter}>
      <SplitForm pass={pass} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const schema = v.object({ label: v.pipe(v.string(), v.trim(), v.maxLength(40, "Use at most 40 characters.")) })

function SplitForm({ pass, onDone }: { pass: Pass; onDone: () => void }) {
  const most = pass.seats - 1
  const [chosen, setChosen] = useState(1)
  const seats = Math.min(chosen, most)
  const split = useMutation(splitPassMutation)
  const form = useForm({
    schema,
    defaultValues: { label: "" },
    onSubmit: async ({ label }) => {
      await split.mutateAsync({ passId: pass._id, seats, label })
      notify.success(`The new code admits ${seats}.`)
      onDone()
    },
  })
  return (
    <Form form={form} aria-label="Split the ticket">
      <p>Friends who come on their own get a second code. This one keeps the other seats.</p>
      {most > 1 && <SeatStepper label="Seats for the new code" seats={seats} most={most} onChange={setChosen} />}
      <TextField label="Name" optional hint="To tell the codes apart." autoComplete="off" {...form.field("label")} />
      <SubmitButton form={form} needsConnection busyText="Splitting…">
        Split off {counted(seats, "seat")}
      </SubmitButton>
    </Form>
  )
}
