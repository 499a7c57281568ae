/** The form that cancels or moves a date: its validation, and what is sent for its values. */
import * as v from "valibot"
import type { DateChangeRequest } from "~/api/queries/staff/dateChanges"
import { instantOf } from "~/features/admin/events/edit/schedule/wallTime"
import { reasonField } from "~/features/admin/orders/review/reason"
import { sameInstant } from "~/lib/time/dates"
import { serverNow } from "~/lib/time/serverClock"

const fields = v.object({
  kind: v.picklist(["cancel", "move"], "Choose what happens to this date."),
  to: v.string(),
  reason: reasonField,
  answerHours: v.string(),
})

export type DateChangeValues = v.InferOutput<typeof fields>

/** `startTime` is that of the date, which can't move to the same time. */
export const dateChangeSchema = (startTime: string, timeZone: string) =>
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

export function requestOf(values: DateChangeValues, startTime: string, timeZone: string): DateChangeRequest {
  const { kind, reason, answerHours } = values
  const to = kind === "move" ? instantOf(values.to, timeZone) : null
  return { startTime, kind, reason, answerHours: Number(answerHours), ...(to && { to }) }
}

/** How long people may answer: from none at all to the API's maximum of a week. */
export const ANSWER_HOURS = [0, 12, 24, 48, 72, 120, 168] as const
export const DEFAULT_HOURS = "72"

/** "12 hours", "3 days" */
export function hoursText(hours: number): string {
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`
}
