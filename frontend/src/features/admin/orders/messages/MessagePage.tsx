import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import * as v from "valibot"
import { newIdempotencyKey } from "~/api/idempotencyKey"
import { type Audience, type DateMessageForm, previewMessageMutation } from "~/api/queries/staff/messages"
import type { GuestList } from "~/api/queries/staff/orders"
import { DatePage } from "~/features/admin/orders/DatePage"
import { useFocusAfterCheck } from "~/features/admin/orders/useFocusAfterCheck"
import { counted } from "~/lib/text"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { CheckboxChoice, ChoiceGroup } from "~/ui/forms/Choice"
import { TextAreaField, TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { LinkButton } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { When } from "~/ui/time/When"
import { type CheckedMessage, MessageCheck } from "./MessageCheck"

/** Emails everybody on a date: /admin/product/:id/message?date=… */
export default function MessagePage() {
  return (
    <DatePage title="Message">
      {(date) => (
        <div className="grid max-w-[34rem] gap-5">
          <When start={date.startTime} end={date.endTime} timeZone={shop().timeZone} className="font-semibold" />
          <MessageForm key={date.startTime} date={date} />
        </div>
      )}
    </DatePage>
  )
}

/** Asks for the message, shows it as it will be sent and to how many, and sends it. */
function MessageForm({ date }: { date: GuestList }) {
  const [checked, setChecked] = useState<CheckedMessage | null>(null)
  const [sentTo, setSentTo] = useState<number | null>(null)
  const preview = useMutation(previewMessageMutation)
  const check = async (message: DateMessageForm) => {
    const shown = await preview.mutateAsync({ productId: date.product, message })
    setChecked({ message, preview: shown, idempotencyKey: newIdempotencyKey() })
  }
  const form = useForm<MessageValues>({
    schema: messageSchema,
    defaultValues: { to: ["buyers", "guests"], subject: "", body: "" },
    onSubmit: (values) => check({ startTime: date.startTime, ...values }),
  })
  const box = useFocusAfterCheck(checked !== null)
  if (sentTo !== null) return <Sent date={date} recipients={sentTo} />
  const to = form.hook.register("to")
  return (
    <>
      {/* Only hidden, so that nothing that was entered is lost. */}
      <div ref={box} hidden={checked !== null} className="rounded-card border border-hair bg-paper p-4 lg:p-5">
        <Form form={form}>
          <ChoiceGroup label="To" hint="Each address gets one email." error={form.field("to").error} inline={false}>
            {AUDIENCES.map(({ value, label }) => (
              <CheckboxChoice key={value} label={label} value={value} {...to} />
            ))}
          </ChoiceGroup>
          <TextField label="Subject" autoComplete="off" {...form.field("subject")} />
          <TextAreaField
            label="Message"
            hint="Plain text. Blank lines separate paragraphs. The date, and a link to each person's ticket, are added."
            rows={8}
            {...form.field("body")}
          />
          <DialogButtons>
            <LinkButton look="secondary" to={paths.adminGuests(date.product, date.startTime)}>
              Go Back
            </LinkButton>
            <SubmitButton form={form} needsConnection busyText="Loading…">
              Preview
            </SubmitButton>
          </DialogButtons>
        </Form>
      </div>
      {checked && (
        <MessageCheck
          productId={date.product}
          {...checked}
          onBack={() => setChecked(null)}
          onChanged={() => check(checked.message)}
          onSent={setSentTo}
        />
      )}
    </>
  )
}

function Sent({ date, recipients }: { date: GuestList; recipients: number }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4">
      <Notice look="success" className="w-full">
        <h2 ref={heading} tabIndex={-1} className="font-text text-lg font-bold">
          Sent to {counted(recipients, "person", "people")}.
        </h2>
        <p>The emails go out within a few minutes.</p>
      </Notice>
      <LinkButton to={paths.adminGuests(date.product, date.startTime)}>Guest list</LinkButton>
    </div>
  )
}

const AUDIENCES: readonly { value: Audience; label: string }[] = [
  { value: "buyers", label: "Buyers" },
  { value: "guests", label: "Their friends who gave an email address" },
  { value: "waiting", label: "The waiting list" },
]

const messageSchema = v.object({
  to: v.pipe(v.array(v.picklist(["buyers", "guests", "waiting"])), v.nonEmpty("Choose who gets the message.")),
  subject: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Enter a subject."),
    v.maxLength(150, "Use at most 150 characters."),
  ),
  body: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Enter the message."),
    v.maxLength(5_000, "Use at most 5,000 characters."),
  ),
})

type MessageValues = v.InferOutput<typeof messageSchema>
