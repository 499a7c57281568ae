import { useId } from "react"
import type { FieldValues } from "react-hook-form"
import type { DateChange } from "~/common/api/types"
import { InsideWarning } from "~/shop/features/admin/orders/OrderMarks"
import { Hint, SelectField, TextAreaField } from "~/common/ui/forms/Field"
import type { ShopForm } from "~/common/ui/forms/Form"
import type { Concerned } from "~/shop/shared/staffActions/concerned"
import { byHandText, type ChangeKind, consequences, hoursText, numbersOf } from "./dateChangeText"

interface ConcernedProps {
  kind: ChangeKind
  /** 0: buyers have no choice. */
  answerHours: number
  now: Concerned
  /** What the page showed before, if it changed since. */
  before?: Concerned | undefined
}

/** Whom a change of dates concerns, in true numbers, and what happens to them. */
export function WhomItConcerns({ kind, answerHours, now, before }: ConcernedProps) {
  const numbers = numbersOf(now)
  const old = before ? numbersOf(before) : []
  return (
    <>
      {numbers.length > 0 && (
        <ul aria-label="Affected" className="count grid grid-cols-2 gap-x-4 gap-y-1 font-semibold sm:grid-cols-3">
          {numbers.map((number, index) => (
            <li key={index}>
              {number}
              {old[index] !== undefined && old[index] !== number && (
                <span className="block text-sm font-normal text-ink-2">before: {old[index]}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <BookedByHand bookings={now.byHand} />
      <div className="grid gap-1">
        {consequences({ kind, answerHours }, now).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <InsideWarning inside={now.inside} />
    </>
  )
}

/** Seats without an order, and who learns of the change. Nothing if there are none. */
export function BookedByHand({ bookings = [] }: { bookings: DateChange["byHand"] | undefined }) {
  const id = useId()
  if (bookings.length === 0) return null
  return (
    <div className="grid gap-1">
      <p id={id} className="font-semibold">
        Booked by hand
      </p>
      <ul aria-labelledby={id} className="grid gap-1">
        {bookings.map((booking, position) => (
          <li key={position} className="[overflow-wrap:anywhere]">
            {byHandText(booking)}
          </li>
        ))}
      </ul>
      <Hint>Those who booked them get an email and tell the guests.</Hint>
    </div>
  )
}

type Field = ReturnType<ShopForm<FieldValues>["field"]>

interface TermsProps {
  kind: ChangeKind
  reason: Field
  answerHours: Field | null
  /** The choice without any time to answer, if there is one. */
  atOnce?: string
  /** What happens to who doesn't answer, where `WhomItConcerns` doesn't say it. */
  unanswered?: string
}

/** The fields of what everybody is told: why, and until when they can choose. Without `answerHours`, nobody can. */
export function TermsFields({ kind, reason, answerHours, atOnce, unanswered }: TermsProps) {
  return (
    <>
      <TextAreaField
        label="Reason"
        hint={
          kind === "cancel"
            ? "Everyone who booked reads it in the email, and visitors on the event's page."
            : "Everyone who booked reads it in the email."
        }
        rows={3}
        {...reason}
      />
      {answerHours && (
        <SelectField
          label="Time to answer"
          hint={unanswered}
          options={[
            ...(atOnce ? [{ value: "0", label: atOnce }] : []),
            ...ANSWER_HOURS.map((hours) => ({ value: String(hours), label: hoursText(hours) })),
          ]}
          {...answerHours}
        />
      )}
    </>
  )
}

/** How long people may answer, up to the API's maximum of a week. */
const ANSWER_HOURS = [12, 24, 48, 72, 120, 168]
export const DEFAULT_HOURS = "72"
