import type { ReactNode } from "react"
import type { ThankYou } from "~/api/queries/staff/messages"
import { Section } from "~/features/admin/orders/door/Section"
import { counted } from "~/lib/counted"
import { formatDateOption } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { Answers } from "./Answers"
import { NoteForm } from "./NoteForm"

/** The email that thanks the guests of a past date: what it says, a note, a way to stop it, and what they answered. */
export function ThankYouEmail({ email }: { email: ThankYou }) {
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

function State({ email: { sentAt, stoppedAt, isTooLate, goesOutAt, waitsFor, recipients } }: { email: ThankYou }) {
  const at = (time: string) => formatDateOption(time, shop().timeZone)
  const emails = counted(recipients, "email")
  if (sentAt) return <p className="font-semibold">{`Sent ${at(sentAt)}: ${emails}.`}</p>
  if (isTooLate) return <Reasons title="Nobody was thanked, and now it is too late." waitsFor={waitsFor} />
  if (stoppedAt) return <Notice look="warning">You have stopped it. Nobody gets it.</Notice>
  const when = waitsFor.length > 0 ? `${at(goesOutAt)} at the earliest` : at(goesOutAt)
  return (
    <>
      <p className="font-semibold">{`Goes out ${when}: ${emails}.`}</p>
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
