import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import * as v from "valibot"
import { whoChanged } from "~/shop/shared/lastChanges"
import { questionsQuery, saveQuestionsMutation } from "~/shop/queries/staff/questions"
import type { QuestionsForm, Schemas } from "~/common/api/types"
import { useLive } from "~/shop/shared/useLive"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { CheckboxField, TextAreaField, TextField } from "~/common/ui/forms/Field"
import { type Edits, Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { rule } from "~/common/ui/forms/rules"
import { notify } from "~/common/ui/overlays/notify"

const MAX_TEXT = 80
const MAX_CHOICE = 40

interface QuestionsProps {
  /** The event's ID. */
  event: string
  onClose: () => void
}

/** Staff's form of what an event asks its guests: three questions at most. */
export default function Questions({ event, onClose }: QuestionsProps) {
  const query = useQuery(questionsQuery(event))
  return (
    <Loaded query={query} what="the questions" loading={<Skeleton className="h-60" />}>
      {(stored) => <QuestionsEditor {...{ event, stored, onClose }} />}
    </Loaded>
  )
}

function QuestionsEditor({ event, stored, onClose }: QuestionsProps & { stored: Schemas["Questions"] }) {
  const save = useMutation(saveQuestionsMutation)
  useLive("Questions")
  const [newIds] = useState(() => SLOTS.map(() => newId()))
  const form = useForm({
    name: `questions ${event}`,
    schema,
    values: valuesOf(stored, newIds),
    edits: { ...editsOf(newIds), whoChanged: whoChanged("questions", event) },
    save: async (_, changes) => {
      await save.mutateAsync({ event, ...changes })
      notify.success("The questions are saved.")
      onClose()
    },
  })
  return (
    <Form form={form}>
      {SLOTS.map((slot) => {
        const isFixed = stored.answered.includes(form.hook.getValues(`id${slot}`))
        return (
          <div key={slot} className="grid gap-3 border-b border-hair pb-4">
            <TextField
              label={`Question ${slot}`}
              optional={!isFixed}
              hint={isFixed ? "It has answers. It can be ended, and not changed." : "“Do you need a deck?”"}
              maxLength={MAX_TEXT}
              readOnly={isFixed}
              {...form.field(`text${slot}`)}
            />
            <TextAreaField
              label={`Answers to question ${slot}`}
              hint={isFixed ? undefined : "Two to six, one on each line. “Need a deck”, “bring one”"}
              rows={3}
              readOnly={isFixed}
              {...form.field(`choices${slot}`)}
            />
            <CheckboxField
              label={`Seat the same answers to question ${slot} together`}
              hint="In the first round and at Commander, where points and former opponents leave a choice."
              disabled={isFixed}
              {...form.field(`together${slot}`)}
            />
            {isFixed && (
              <CheckboxField
                label={`End question ${slot}`}
                hint="Nobody is asked any more. Its answers stay on the guest list."
                {...form.field(`ended${slot}`)}
              />
            )}
          </div>
        )
      })}
      <FormButtons form={form} onCancel={onClose}>
        Save
      </FormButtons>
    </Form>
  )
}

// --- Values ----------------------------------------------------------------------------------------------------------

const SLOTS = [1, 2, 3] as const
type Slot = (typeof SLOTS)[number]

const fields = v.object({
  id1: v.string(),
  text1: v.pipe(v.string(), v.trim()),
  choices1: v.string(),
  together1: v.boolean(),
  ended1: v.boolean(),
  id2: v.string(),
  text2: v.pipe(v.string(), v.trim()),
  choices2: v.string(),
  together2: v.boolean(),
  ended2: v.boolean(),
  id3: v.string(),
  text3: v.pipe(v.string(), v.trim()),
  choices3: v.string(),
  together3: v.boolean(),
  ended3: v.boolean(),
})
type Values = v.InferOutput<typeof fields>

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)

const areFine = (choices: string[]) =>
  choices.length >= 2 && choices.length <= 6 && choices.every((each) => each.length <= MAX_CHOICE)

const areDifferent = (choices: string[]) => new Set(choices.map((each) => each.toLowerCase())).size === choices.length

const rulesOf = (slot: Slot) =>
  [
    rule<Values>(
      `text${slot}`,
      (values) => values[`text${slot}`] !== "" || values[`choices${slot}`].trim() === "",
      "Enter a question, or leave its answers empty.",
    ),
    rule<Values>(
      `choices${slot}`,
      (values) => values[`text${slot}`] === "" || areFine(linesOf(values[`choices${slot}`])),
      `Enter 2 to 6 answers of at most ${MAX_CHOICE} characters, one on each line.`,
    ),
    rule<Values>(
      `choices${slot}`,
      (values) => areDifferent(linesOf(values[`choices${slot}`])),
      "Each answer has to be another one.",
    ),
  ] as const

const schema = v.pipe(fields, ...rulesOf(1), ...rulesOf(2), ...rulesOf(3))

function valuesOf({ questions }: QuestionsForm, newIds: readonly string[]): Values {
  const slots = SLOTS.map((slot, at) => {
    const { _id, text, choices, together } = questions[at] ?? {
      _id: newIds[at]!,
      text: "",
      choices: [],
      together: false,
    }
    return {
      [`id${slot}`]: _id,
      [`text${slot}`]: text,
      [`choices${slot}`]: choices.join("\n"),
      [`together${slot}`]: together,
      [`ended${slot}`]: false,
    }
  })
  return Object.assign({}, ...slots) as Values
}

const sentOf = (values: Values): QuestionsForm => ({
  questions: SLOTS.flatMap((slot) => {
    const text = values[`text${slot}`].trim()
    if (text === "" || values[`ended${slot}`]) return []
    const choices = linesOf(values[`choices${slot}`])
    return [{ _id: values[`id${slot}`], text, choices, together: values[`together${slot}`] }]
  }),
})

const names = Object.fromEntries(Object.keys(fields.entries).map((name) => [name, "questions" as const]))

/** All fields are one list for the shop. */
const editsOf = (newIds: readonly string[]): Edits<Values, QuestionsForm> => ({
  names,
  sent: sentOf,
  shown: (current) => valuesOf(current as QuestionsForm, newIds),
})

/** Of a new question: 24 hexadecimal digits. */
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
