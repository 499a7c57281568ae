import { useMutation, useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import type { Goal } from "~/api/types"
import { saveGoalMutation } from "~/api/queries/staff/money/goals"
import { eventNamesQuery } from "~/api/queries/staff/orders"
import { ChoiceGroup, RadioChoice } from "~/ui/forms/Choice"
import { SelectField, sideBySide, TextField } from "~/ui/forms/Field"
import { Form, FormButtons } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { Dialog } from "~/ui/overlays/Dialog"
import { notify } from "~/ui/overlays/notify"
import { fieldsSent, goalSchema, valuesOf, type GoalValues } from "./fields"

interface GoalDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The edited one; null for a new one. */
  goal: Goal | null
}

export default function GoalDialog({ goal, ...dialog }: GoalDialogProps) {
  return (
    <Dialog {...dialog} title={goal ? "Edit goal" : "New goal"}>
      <GoalForm goal={goal} onClose={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

const dollars = { prefix: "$", inputMode: "decimal", autoComplete: "off" } as const

function GoalForm({ goal, onClose }: { goal: Goal | null; onClose: () => void }) {
  const save = useMutation(saveGoalMutation)
  const { data: events = [] } = useQuery(eventNamesQuery())
  const form = useForm<GoalValues>({
    schema: goalSchema,
    defaultValues: valuesOf(goal),
    onSubmit: async (values) => {
      await save.mutateAsync({ id: goal?._id ?? null, ...fieldsSent(values) })
      notify.success("The goal is saved.")
      onClose()
    },
  })
  const of = form.hook.watch("of")
  const choice = form.hook.register("of")
  return (
    <Form form={form}>
      <TextField label="Title" autoComplete="off" {...form.field("title")} />
      <ChoiceGroup label="For">
        <RadioChoice label="An event" value="event" {...choice} />
        <RadioChoice label="A season" value="season" {...choice} />
      </ChoiceGroup>
      {of === "event" ? (
        <SelectField label="Event" {...form.field("product")}>
          <option value="">Choose an event</option>
          {events.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : (
        <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
          <TextField label="First day" type="date" {...form.field("startsOn")} />
          <TextField label="Last day" type="date" {...form.field("endsOn")} />
        </div>
      )}
      <TextField label="Goal" optional {...dollars} {...form.field("target")} />
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
        <TextField
          label="What it pays for"
          optional
          hint="Such as school lunches"
          autoComplete="off"
          {...form.field("unitName")}
        />
        <TextField label="What one costs" optional {...dollars} {...form.field("unitCost")} />
      </div>
      <TextField
        label="Source"
        optional
        hint="Who says what one costs. Visitors see it."
        autoComplete="off"
        {...form.field("source")}
      />
      <FormButtons form={form} onCancel={onClose}>
        Save
      </FormButtons>
    </Form>
  )
}
