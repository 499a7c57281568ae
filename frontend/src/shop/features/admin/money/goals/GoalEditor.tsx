import { useMutation, useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import * as v from "valibot"
import { goalBounds } from "~/common/api/bounds.gen"
import { whoChanged } from "~/shop/shared/lastChanges"
import { changeGoalMutation, createGoalMutation } from "~/shop/queries/staff/money"
import { eventNamesQuery } from "~/shop/queries/staff/orders"
import type { Goal, GoalForm } from "~/common/api/types"
import { AMOUNT_EXAMPLE, parseAmount } from "~/common/lib/amount"
import { useLive } from "~/shop/shared/useLive"
import { ChoiceGroup, MoneyField, RadioChoice, SelectField, sideBySide, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { optionalText, requiredText, rule } from "~/common/ui/forms/rules"
import { notify } from "~/common/ui/overlays/notify"

/** The form of a goal; null for a new one. */
export function GoalEditor({ goal, onClose }: { goal: Goal | null; onClose: () => void }) {
  const create = useMutation(createGoalMutation)
  const update = useMutation(changeGoalMutation)
  useLive("Goal")
  const { data: events = [] } = useQuery(eventNamesQuery())
  const form = useForm({
    name: `goal ${goal?._id}`,
    schema: goalSchema,
    values: valuesOf(goal),
    edits: {
      names: { of: "product" },
      groups: [
        ["product", "startsOn", "endsOn"],
        ["unitName", "unitCost"],
      ],
      sent: fieldsSent,
      shown: (current) => valuesOf(goal && { ...goal, ...current }),
      whoChanged: whoChanged("goal", goal?._id),
    },
    save: async (values, changes) => {
      await (goal ? update.mutateAsync({ id: goal._id, ...changes }) : create.mutateAsync(fieldsSent(values)))
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
        <SelectField
          label="Event"
          none="Choose an event"
          options={events.map(({ _id, name }) => ({ value: _id, label: name }))}
          {...form.field("product")}
        />
      ) : (
        <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
          <TextField label="First day" type="date" {...form.field("startsOn")} />
          <TextField label="Last day" type="date" {...form.field("endsOn")} />
        </div>
      )}
      <MoneyField label="Goal" optional {...form.field("target")} />
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
        <TextField
          label="What it pays for"
          optional
          hint="Such as school lunches"
          autoComplete="off"
          {...form.field("unitName")}
        />
        <MoneyField label="What one costs" optional {...form.field("unitCost")} />
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

/** Of both amounts. */
const bounds = goalBounds.target

const amount = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === "" || parseAmount(text, bounds) !== null, AMOUNT_EXAMPLE),
)

const fields = v.object({
  title: requiredText("Enter a title.", 120),
  of: v.picklist(["event", "season"]),
  product: v.string(),
  startsOn: v.string(),
  endsOn: v.string(),
  target: amount,
  unitName: optionalText(80),
  unitCost: amount,
  source: optionalText(200),
})

type GoalValues = v.InferOutput<typeof fields>

const goalSchema = v.pipe(
  fields,
  rule("product", ({ of, product }) => of !== "event" || product !== "", "Choose the event."),
  rule("startsOn", ({ of, startsOn }) => of !== "season" || startsOn !== "", "Choose the first day."),
  rule("endsOn", ({ of, endsOn }) => of !== "season" || endsOn !== "", "Choose the last day."),
  rule(
    "endsOn",
    ({ of, startsOn, endsOn }) => of !== "season" || endsOn === "" || endsOn >= startsOn,
    "Choose the first day or a later one.",
  ),
  rule("unitCost", ({ unitName, unitCost }) => unitName === "" || unitCost !== "", "Enter what one costs."),
  rule("unitName", ({ unitName, unitCost }) => unitCost === "" || unitName !== "", "Enter what it pays for."),
)

function valuesOf(goal: Goal | null): GoalValues {
  return {
    title: goal?.title ?? "",
    of: goal?.product ? "event" : "season",
    product: goal?.product ?? "",
    startsOn: goal?.startsOn ?? "",
    endsOn: goal?.endsOn ?? "",
    target: goal?.target?.toFixed(2) ?? "",
    unitName: goal?.unitName ?? "",
    unitCost: goal?.unitCost?.toFixed(2) ?? "",
    source: goal?.source ?? "",
  }
}

/** Only the fields that the choice shows. */
function fieldsSent({ of, product, startsOn, endsOn, target, unitCost, ...texts }: GoalValues): GoalForm {
  const span = of === "event" ? { product, startsOn: null, endsOn: null } : { product: null, startsOn, endsOn }
  return { ...texts, ...span, target: parseAmount(target, bounds), unitCost: parseAmount(unitCost, bounds) }
}
