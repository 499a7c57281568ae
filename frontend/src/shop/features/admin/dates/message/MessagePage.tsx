import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import { useState } from "react"
import * as v from "valibot"
import { isRefusal } from "~/common/api/client"
import { previewMessageMutation, sendMessageMutation } from "~/shop/queries/staff/messages"
import type { Audience, DateMessageForm, DateMessagePreview, GuestList } from "~/common/api/types"
import { Check, FormToCheck } from "~/shop/features/admin/dates/Check"
import { DatePage } from "~/shop/features/admin/dates/DatePage"
import { counted } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { CheckboxChoice, ChoiceGroup, Hint, TextAreaField, TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { requiredText } from "~/common/ui/forms/rules"
import { focusNow } from "~/common/ui/hooks/focus"
import { LinkButton } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { When } from "~/common/ui/time/When"

/** Emails everybody on a date: /admin/product/:id/message?date=… */
export default function MessagePage() {
  return (
    <DatePage title="Message">
      {(date) => (
        <div className="grid max-w-form gap-5">
          <When start={date.startTime} end={date.endTime} className="font-semibold" />
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
    setChecked({ message, preview: shown })
  }
  const form = useForm({
    name: `message ${date.product} ${date.startTime}`,
    schema: messageSchema,
    values: { to: ["buyers", "guests"], subject: "", body: "" },
    save: async (values) => {
      await check({ startTime: date.startTime, ...values })
      return "asks"
    },
  })
  if (sentTo !== null) return <Sent date={date} recipients={sentTo} />
  const to = form.hook.register("to")
  return (
    <>
      <FormToCheck isChecking={checked !== null}>
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
      </FormToCheck>
      {checked && (
        <MessageCheck
          productId={date.product}
          {...checked}
          onBack={() => setChecked(null)}
          onChanged={() => check(checked.message)}
          onSent={(recipients) => {
            form.sent()
            setSentTo(recipients)
          }}
        />
      )}
    </>
  )
}

function Sent({ date, recipients }: { date: GuestList; recipients: number }) {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice look="success" className="w-full">
        <h2 ref={focusNow} tabIndex={-1}>
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
  subject: requiredText("Enter a subject.", 150),
  body: requiredText("Enter the message.", 5_000),
})

interface CheckedMessage {
  message: DateMessageForm
  preview: DateMessagePreview
}

interface MessageCheckProps extends CheckedMessage {
  productId: string
  onBack: () => void
  /** Loads the preview again. */
  onChanged: () => Promise<void>
  onSent: (recipients: number) => void
}

/** How many people get the message, what they read, and the button that sends it. */
function MessageCheck({ productId, message, preview, onBack, onChanged, onSent }: MessageCheckProps) {
  const { mutate, isPending, error } = useMutation({
    ...sendMessageMutation,
    onSuccess: ({ recipients }) => onSent(recipients),
    onError: async (refusal) => {
      if (isRefusal(refusal, "changed")) await onChanged().catch(() => {}) // the refusal is shown
    },
  })
  const { recipients, digest } = preview
  const people = counted(recipients, "person", "people")
  return (
    <Check
      title={recipients === 0 ? "Nobody gets this." : `${counted(recipients, "person gets", "people get")} this.`}
      onBack={onBack}
      confirm={
        recipients === 0
          ? null
          : {
              busy: isPending,
              busyText: "Sending…",
              onClick: () => mutate({ productId, message: { ...message, digest } }),
              children: `Send to ${people}`,
            }
      }
    >
      <Email html={preview.html} />
      <Hint>Everyone is greeted by their own name, and the link leads to their own order or ticket.</Hint>
      <ErrorNotice error={error} />
    </Check>
  )
}

const looks = {
  title: "text-xl font-bold",
  text: "",
  button: "font-semibold underline",
  footer: "border-t border-hair pt-3 text-sm text-ink-2",
} as const

function Email({ html }: { html: string }) {
  return (
    <article aria-label="The email" className="grid gap-3 rounded-md border border-line bg-foam p-4">
      {readEmail(html).map(({ kind, text }, index) => (
        <p key={index} className={clsx("[overflow-wrap:anywhere] whitespace-pre-line", looks[kind])}>
          {text}
        </p>
      ))}
    </article>
  )
}

/** Parsing them would be reported as violations. Quotation marks in what staff wrote are escaped, so it stays whole. */
const STYLES = /<style>[^<]*<\/style>| style="[^"]*"/g

/**
 * Returns the texts of an email in their order. The page shows them instead of the HTML, because its content security
 * policy allows no inline styles, and text can't contain scripts or load images.
 */
function readEmail(html: string) {
  const page = new DOMParser().parseFromString(html.replace(STYLES, ""), "text/html")
  for (const lineBreak of page.querySelectorAll("br")) lineBreak.replaceWith("\n")
  return [...page.querySelectorAll("h1, p, .quiet")].map((part) => ({ kind: kindOf(part), text: trimLines(part) }))
}

function kindOf(part: Element): keyof typeof looks {
  if (part.localName === "h1") return "title"
  if (part.classList.contains("quiet")) return "footer"
  return part.querySelector(".button") ? "button" : "text"
}

const trimLines = ({ textContent }: Element) =>
  textContent
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim()
