import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import * as v from "valibot"
import { ApiError } from "~/api/client"
import { type DateChangePreview, type DateChangeRequest, previewDateChangeMutation } from "~/api/queries/staff/dates"
import type { GuestList } from "~/api/queries/staff/orders"
import { instantOf, LAST_MINUTE, venueTime } from "~/features/admin/events/edit/schedule/wallTime"
import { reasonField } from "~/features/admin/orders/review/reason"
import { useFocusAfterCheck } from "~/features/admin/orders/useFocusAfterCheck"
import { formatWhen, sameInstant } from "~/lib/time/dates"
import { serverNow } from "~/lib/time/serverClock"
import { wallClock } from "~/lib/time/wallClock"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { ChoiceGroup, RadioChoice } from "~/ui/forms/Choice"
import { SelectField, TextAreaField, TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { type ShopForm, useForm } from "~/ui/forms/useForm"
import { LinkButton } from "~/ui/layout/Button"
import { DateChangeCheck, Refusal } from "./DateChangeCheck"
import { hoursText } from "./dateChangeText"

interface Checked {
  change: DateChangeRequest
  preview: DateChangePreview
}

/** Asks what happens to a date, then shows whom it affects before it happens. */
export function DateChangeForm({ date }: { date: GuestList }) {
  const { timeZone } = shop()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const count = useMutation(previewDateChangeMutation)
  const form = useForm<DateChangeValues>({
    schema: dateChangeSchema(date.startTime, timeZone),
    defaultValues: { to: wallClock(date.startTime, timeZone), reason: "", answerHours: DEFAULT_HOURS },
    onSubmit: async (values) => {
      const change = requestOf(values, date.startTime, timeZone)
      setRefusal(null)
      try {
        setChecked({ change, preview: await count.mutateAsync({ productId: date.product, change }) })
      } catch (error) {
        throwIfOnField(error)
        setRefusal(error as Error)
      }
    },
  })
  const box = useFocusAfterCheck(checked !== null)
  return (
    <>
      {/* Only hidden, so that nothing that was entered is lost. */}
      <div ref={box} hidden={checked !== null} className="rounded-card border border-hair bg-paper p-4 lg:p-5">
        <Form form={form}>
          <Fields form={form} date={date} />
          {refusal && <Refusal error={refusal} productId={date.product} />}
          <div className="flex flex-wrap justify-end gap-3 max-sm:[&>*]:grow [&>:not(button,a)]:basis-full">
            <LinkButton look="secondary" to={paths.adminGuests(date.product, date.startTime)}>
              Go Back
            </LinkButton>
            <SubmitButton form={form} needsConnection busyText="Counting…">
              See who is affected
            </SubmitButton>
          </div>
        </Form>
      </div>
      {checked && <DateChangeCheck productId={date.product} {...checked} onBack={() => setChecked(null)} />}
    </>
  )
}

/** Another date at the new time is a problem of that field. */
function throwIfOnField(error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (error.code === "clash")
    throw new ApiError(error.kind, { message: error.message, errors: { to: [error.message] } })
  if (Object.keys(error.errors).length > 0) throw error
}

function Fields({ form, date }: { form: ShopForm<DateChangeValues>; date: GuestList }) {
  const { timeZone } = shop()
  const [kind, to] = form.hook.watch(["kind", "to"])
  const what = form.hook.register("kind")
  return (
    <>
      <ChoiceGroup label="What happens to this date?" error={form.field("kind").error} inline={false}>
        <RadioChoice label="It is canceled" value="cancel" {...what} />
        <RadioChoice label="It moves to a new time" value="move" {...what} />
      </ChoiceGroup>
      {kind === "move" && (
        <TextField
          type="datetime-local"
          max={LAST_MINUTE}
          className="grid-cols-[minmax(0,1fr)]"
          label={`New start (${venueTime(to, timeZone)})`}
          hint={newTime(to, date, timeZone)}
          {...form.field("to")}
        />
      )}
      <TextAreaField
        label="Reason"
        hint={
          kind === "move"
            ? "Everyone who booked reads it in the email."
            : "Everyone who booked reads it in the email, and visitors on the event's page."
        }
        rows={3}
        {...form.field("reason")}
      />
      <SelectField
        label="Time to answer"
        hint={
          kind === "move"
            ? "Without an answer, people keep their seats at the new time."
            : "Without an answer, people are refunded."
        }
        {...form.field("answerHours")}
      >
        {ANSWER_HOURS.map((hours) => (
          <option key={hours} value={hours}>
            {hours > 0 ? hoursText(hours) : kind === "move" ? "None: everyone moves" : "None: refund everyone at once"}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** The new time with its end: a date stays as long as it was. */
function newTime(to: string, { startTime, endTime }: GuestList, timeZone: string): string {
  const start = instantOf(to, timeZone)
  if (!start) return "The event stays as long as planned."
  const end = new Date(Date.parse(start) + Date.parse(endTime) - Date.parse(startTime)).toISOString()
  return formatWhen(start, end, timeZone)
}

const fields = v.object({
  kind: v.picklist(["cancel", "move"], "Choose what happens to this date."),
  to: v.string(),
  reason: reasonField,
  answerHours: v.string(),
})

type DateChangeValues = v.InferOutput<typeof fields>

/** `startTime` is that of the date, which can't move to the same time. */
const dateChangeSchema = (startTime: string, timeZone: string) =>
  v.pipe(
    fields,
    v.forward(
      v.rawCheck(({ dataset, addIssue }) => {
        const problem = dataset.typed && whyNotTo(dataset.value, startTime, timeZone)
        if (problem) addIssue({ message: problem })
      }),
      ["to"],
    ),
  )

function whyNotTo({ kind, to }: DateChangeValues, startTime: string, timeZone: string): string {
  if (kind !== "move") return ""
  const start = instantOf(to, timeZone)
  if (!start) return "Enter the new day and time."
  if (sameInstant(start, startTime)) return "That is when it starts now. Enter another time."
  return Date.parse(start) > serverNow() ? "" : "Enter a time in the future."
}

function requestOf(values: DateChangeValues, startTime: string, timeZone: string): DateChangeRequest {
  const { kind, reason, answerHours } = values
  const to = kind === "move" ? instantOf(values.to, timeZone) : null
  return { startTime, kind, reason, answerHours: Number(answerHours), ...(to && { to }) }
}

/** How long people may answer: from none at all to the API's maximum of a week. */
const ANSWER_HOURS = [0, 12, 24, 48, 72, 120, 168] as const
const DEFAULT_HOURS = "72"
