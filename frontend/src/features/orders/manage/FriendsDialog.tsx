import { useMutation } from "@tanstack/react-query"
import { type RefObject, useId, useState } from "react"
import * as v from "valibot"
import { type Pass, splitPassMutation } from "~/api/queries/seats"
import { validPasses } from "~/features/orders/lines"
import { PassSelect } from "./PassSelect"
import { counted } from "~/lib/text"
import { formatDateOption } from "~/lib/time/dates"
import type { TicketLine } from "~/shared/orders/orderDates"
import { shop } from "~/state/shop"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { SeatStepper } from "~/ui/forms/SeatStepper"
import { useForm } from "~/ui/forms/useForm"
import { Button } from "~/ui/layout/Button"
import { Dialog } from "~/ui/overlays/Dialog"
import { notify } from "~/ui/overlays/notify"
import { SeatLinks } from "./SeatLinks"

interface FriendsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  line: TicketLine
  /** Whether the buyer can create links. */
  canLink: boolean
  /** Gets the focus if the button that opened the dialog is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** For friends with a phone, links to seats of a ticket; for friends without one, a second code. */
export default function FriendsDialog({ open, onOpenChange, title, line, canLink, focusAfter }: FriendsDialogProps) {
  const { item, booking } = line
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={`${item.name}, ${formatDateOption(booking.bookingDate, shop().timeZone)}`}
      focusAfter={focusAfter}
    >
      <div className="grid gap-5">
        {canLink && <SeatLinks line={line} />}
        <SecondCode passes={validPasses(line)} folded={canLink} onDone={() => onOpenChange(false)} />
      </div>
    </Dialog>
  )
}

interface SecondCodeProps {
  /** The ticket's codes. */
  passes: readonly Pass[]
  /** Whether the form is folded at first, because links are the usual way. */
  folded: boolean
  onDone: () => void
}

/** Makes a second code for a part of the party, which comes on its own. Nothing if all codes admit one. */
function SecondCode({ passes, folded, onDone }: SecondCodeProps) {
  const [open, setOpen] = useState(!folded)
  const form = useId()
  const shared = passes.filter(({ seats }) => seats > 1)
  if (shared.length === 0) return null
  return (
    <div className="grid justify-items-start gap-3 border-t border-hair pt-3 first:border-0 first:pt-0">
      {folded && (
        <Button look="quiet" aria-expanded={open} aria-controls={form} onClick={() => setOpen(!open)}>
          Split off a second code instead
        </Button>
      )}
      <div id={form} className="w-full">
        {open && <SplitForm passes={passes} shared={shared} onDone={onDone} />}
      </div>
    </div>
  )
}

const schema = v.object({ label: v.pipe(v.string(), v.trim(), v.maxLength(40, "Use at most 40 characters.")) })

interface SplitFormProps {
  passes: readonly Pass[]
  /** Those that admit more than one. */
  shared: readonly Pass[]
  onDone: () => void
}

function SplitForm({ passes, shared, onDone }: SplitFormProps) {
  const [code, setCode] = useState("")
  const [chosen, setChosen] = useState(1)
  const split = useMutation(splitPassMutation)
  const pass = shared.find(({ _id }) => _id === code) ?? shared[0]!
  const most = pass.seats - 1
  const seats = Math.min(chosen, most)
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
    <Form form={form} aria-label="A second code" className="grid gap-4">
      <p>For friends who come on their own, to print or to send. Your code keeps the other seats.</p>
      <PassSelect passes={passes} choices={shared} chosen={pass} onChange={setCode} />
      {most > 1 && <SeatStepper label="Seats for the new code" seats={seats} most={most} onChange={setChosen} />}
      <TextField label="Name" optional hint="To tell the codes apart." autoComplete="off" {...form.field("label")} />
      <SubmitButton form={form} look="secondary" needsConnection busyText="Splitting…">
        Split off {counted(seats, "seat")}
      </SubmitButton>
    </Form>
  )
}
