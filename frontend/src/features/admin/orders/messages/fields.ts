import * as v from "valibot"
import type { Audience, DateMessageForm, DateMessagePreview } from "~/api/queries/staff/messages"

export interface CheckedMessage {
  message: DateMessageForm
  preview: DateMessagePreview
  /** A new one for each preview, so that sending it again after a lost answer sends nothing twice. */
  idempotencyKey: string
}

export const AUDIENCES: readonly { value: Audience; label: string }[] = [
  { value: "buyers", label: "Buyers" },
  { value: "guests", label: "Their friends who gave an email address" },
  { value: "waiting", label: "The waiting list" },
]

export const messageSchema = v.object({
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

export type MessageValues = v.InferOutput<typeof messageSchema>

/** "12 people", "1 person" */
export const peopleText = (count: number) => (count === 1 ? "1 person" : `${count} people`)
