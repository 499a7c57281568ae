import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import * as v from "valibot"
import type { Affected, AffectedDate, SaveOptions } from "~/common/api/types"
import { reasonField } from "~/shop/features/admin/orders/review/ReasonButton"
import { counted } from "~/common/lib/text"
import { formatDateOption, formatTime } from "~/common/lib/time/dates"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { Button } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { DEFAULT_HOURS, TermsFields, WhomItConcerns } from "./Concerned"
import { inBrief } from "~/shop/shared/staffActions/concerned"
import { actionText } from "./dateChangeText"

interface MoveDatesProps {
  /** Names what was typed here. */
  event: string
  affected: Affected
  /** Whether the event has no other dates to choose. */
  isOnlyDate: boolean
  /** What was shown before, if it changed since. */
  before?: Affected | undefined
  onClose: () => void
  /** Saves the event. Errors that it throws are shown here. "asks": nothing is stored. */
  onAnswer: (answer: SaveOptions) => Promise<"asks" | void>
}

const schema = v.object({ reason: reasonField, answerHours: v.string() })

/** Asks whether the booked dates of an event whose times or place changed move, too; if so, why, and what everybody is told. */
export default function MoveDates({ event, affected, isOnlyDate, before, onClose, onAnswer }: MoveDatesProps) {
  const { dates, digest } = affected
  const choice = dates.some((date) => date.choice)
  const form = useForm({
    name: `move dates ${event}`,
    schema,
    values: { reason: "", answerHours: DEFAULT_HOURS },
    save: ({ reason, answerHours }) =>
      onAnswer({ moveBookings: true, reason, ...(choice && { answerHours: Number(answerHours) }), digest }),
  })
  const keeping = useMutation({ mutationFn: () => onAnswer({ moveBookings: false }), onError: form.fail })
  const answerHours = choice ? Number(form.hook.watch("answerHours")) : 0
  const now = { ...concernedBy(affected), hasNoOtherDate: isOnlyDate }
  return (
    <Dialog
      open
      wide
      closable={!form.busy && !keeping.isPending}
      onOpenChange={onClose}
      title={dates.length === 1 ? "Move this date?" : `Move ${dates.length} dates?`}
    >
      <Form form={form} className="grid gap-4">
        <Dates dates={dates} />
        <WhomItConcerns kind="move" answerHours={answerHours} now={now} before={before && concernedBy(before)} />
        <TermsFields
          kind="move"
          reason={form.field("reason")}
          answerHours={choice ? form.field("answerHours") : null}
        />
        <DialogButtons>
          <Button look="secondary" busy={keeping.isPending} busyText="Saving…" onClick={() => keeping.mutate()}>
            {dates.some(({ nowPlace }) => nowPlace) ? "Keep them as they are" : "Keep the old times"}
          </Button>
          <SubmitButton form={form} needsConnection busyText="Moving…">
            {actionText({ kind: "move", answerHours }, now, counted(dates.length, "date"))}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** The numbers of a date, or of all dates together. */
const concernedBy = ({ users: people, ...numbers }: Affected | AffectedDate) => ({ ...numbers, people })

const FIRST_SHOWN = 5

/** Each date with its old and its new time or place, and whom its change concerns. */
function Dates({ dates }: { dates: readonly AffectedDate[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? dates : dates.slice(0, FIRST_SHOWN)
  return (
    <>
      <ul aria-label="Dates" className="grid gap-2">
        {shown.map((date) => (
          <li key={date.startTime} className="rounded-md bg-malt px-3 py-2">
            <p className="font-semibold">
              {formatDateOption(date.startTime)} <NewTime date={date} />
            </p>
            {dates.length > 1 && <p className="count text-sm">{inBrief(concernedBy(date))}</p>}
          </li>
        ))}
      </ul>
      {shown.length < dates.length && (
        <Button look="quiet" className="-ml-1 justify-self-start" onClick={() => setAll(true)}>
          Show all {dates.length} dates
        </Button>
      )}
    </>
  )
}

function NewTime({ date: { kind, newStartTime, newEndTime, nowPlace } }: { date: AffectedDate }) {
  if (!newStartTime || !newEndTime) return <>is no longer a date of this event</>
  if (kind === "relocated") return <>is now at {nowPlace}</>
  if (kind === "end") return <>ends at {formatTime(newEndTime)}</>
  return (
    <>
      <span aria-hidden>→</span>
      <span className="sr-only">to</span> <span className="inline-block">{formatDateOption(newStartTime)}</span>
      {nowPlace && `, at ${nowPlace}`}
    </>
  )
}
