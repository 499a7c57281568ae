import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import * as v from "valibot"
import { whoChanged } from "~/shop/shared/lastChanges"
import { changeThankYouMutation } from "~/shop/queries/staff/messages"
import type { RecapDraft } from "~/common/api/types"
import { Section } from "~/shop/features/admin/Section"
import { counted, messageOf } from "~/common/lib/text"
import { formatDateOption } from "~/common/lib/time/dates"
import { useLive } from "~/shop/shared/useLive"
import { Notice } from "~/common/ui/feedback/Notice"
import { TextAreaField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { optionalText } from "~/common/ui/forms/rules"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"

/** The email that thanks the guests of a past date: what it says, a note, a way to stop it, and what they answered. */
export function ThankYouEmail({ email }: { email: RecapDraft }) {
  const { product, startTime, says, note, sentAt, isTooLate } = email
  return (
    <div className="no-print">
      <Section title="Thank-you email">
        <State email={email} />
        {!isTooLate && <p className="max-w-measure">“{says.join(" ")}”</p>}
        {sentAt || isTooLate ? (
          note && <p className="max-w-measure border-l-4 border-line pl-3 whitespace-pre-line">{note}</p>
        ) : (
          <NoteForm key={product + startTime} email={email} />
        )}
        {sentAt && <Answers answers={email.answers} />}
      </Section>
    </div>
  )
}

function State({ email: { sentAt, stoppedAt, isTooLate, goesOutAt, waitsFor, recipients } }: { email: RecapDraft }) {
  const emails = counted(recipients, "email")
  if (sentAt) return <p className="font-semibold">{`Sent ${formatDateOption(sentAt)}: ${emails}.`}</p>
  if (isTooLate) return <Reasons title="Nobody was thanked, and now it is too late." waitsFor={waitsFor} />
  if (stoppedAt) return <Notice look="warning">You have stopped it. Nobody gets it.</Notice>
  const earliest = waitsFor.length > 0 ? " at the earliest" : ""
  return (
    <>
      <p className="font-semibold">{`Goes out ${formatDateOption(goesOutAt)}${earliest}: ${emails}.`}</p>
      {recipients === 0 && <p>Nobody was let in, or everybody had one within a week or turned such emails off.</p>}
      {waitsFor.length > 0 && <Reasons title="It waits:" waitsFor={waitsFor} />}
    </>
  )
}

function Reasons({ title, waitsFor }: { title: ReactNode; waitsFor: readonly string[] }) {
  return (
    <Notice look="warning">
      <p>{title}</p>
      {waitsFor.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </Notice>
  )
}

const schema = v.object({ note: optionalText(500) })

/** Adds a note to a thank-you email that did not go out yet, and stops it or lets it go out after all. */
function NoteForm({ email: { product, startTime, note, stoppedAt } }: { email: RecapDraft }) {
  const change = useMutation(changeThankYouMutation)
  const date = { product, bookingDate: startTime }
  const isStopped = stoppedAt !== null
  useLive("Recap")
  const form = useForm({
    name: `thanks ${product} ${startTime}`,
    schema,
    values: { note },
    edits: { whoChanged: whoChanged("thank-you email", product, startTime) },
    save: async (_, changes) => {
      await change.mutateAsync({ ...date, ...changes })
      notify.success("The note is saved.")
    },
  })
  const toggle = async () => {
    await change.mutateAsync({ ...date, isStopped: !isStopped, seen: { isStopped } })
    notify.success(isStopped ? "The email goes out." : "The email is stopped.")
  }
  return (
    <Form form={form}>
      <TextAreaField
        label="Your note"
        optional
        hint="Up to 500 characters. Guests read it below the figures."
        rows={3}
        {...form.field("note")}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} look="secondary" needsConnection>
          Save note
        </SubmitButton>
        <Button
          look="quiet"
          busy={change.isPending}
          onClick={() => void toggle().catch((error: unknown) => notify.error(messageOf(error)))}
        >
          {isStopped ? "Let it go out" : "Stop this email"}
        </Button>
      </div>
    </Form>
  )
}

/** What guests answered, without their names. */
function Answers({ answers: { good, better, texts } }: { answers: RecapDraft["answers"] }) {
  return (
    <>
      <h3>Did they like it?</h3>
      <p className="count">{good + better === 0 ? "No answers yet." : `Yes: ${good} · Could be better: ${better}`}</p>
      {texts.length > 0 && (
        <ul className="grid gap-2">
          {texts.map(({ isGood, text }, index) => (
            <li key={index} className="max-w-measure border-l-4 border-line pl-3 wrap-anywhere">
              <span className="font-semibold">{isGood ? "Yes:" : "Could be better:"}</span>{" "}
              <span className="whitespace-pre-line">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
