import { intervals, weekdays, weeks, type EventValues, type Interval } from "~/features/admin/events/edit/form/fields"
import { nthWeekday } from "./scheduleText"
import { CheckboxChoice, ChoiceGroup, RadioChoice } from "~/ui/forms/Choice"
import { TextField } from "~/ui/forms/Field"
import { Button } from "~/ui/layout/Button"
import type { ShopForm } from "~/ui/forms/useForm"

const intervalLabels: Record<Interval, string> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  custom: "Custom",
}

interface FieldsProps {
  form: ShopForm<EventValues>
}

/** How often a series repeats. */
export function IntervalField({ form }: FieldsProps) {
  return (
    <ChoiceGroup
      label="Repeats"
      hint="Monthly: the same day of the month. Custom: such as the 2nd Friday."
      error={form.field("recurringInterval").error}
    >
      <div className="grid w-full grid-cols-2 sm:flex sm:gap-x-6">
        {intervals.map((interval) => (
          <RadioChoice
            key={interval}
            label={intervalLabels[interval]}
            value={interval}
            {...form.hook.register("recurringInterval")}
          />
        ))}
      </div>
    </ChoiceGroup>
  )
}

/** On which days a series repeats, and until when. */
export function RepeatsFields({ form }: FieldsProps) {
  const interval = form.hook.watch("recurringInterval")
  return (
    <>
      {interval === "monthly" && <OnTheWeekday form={form} />}
      {interval === "custom" && <CustomFields form={form} />}
      <EndDateField form={form} />
    </>
  )
}

/** Offers "on the 4th Friday" as a custom rule, because staff often choose Monthly for it. */
function OnTheWeekday({ form: { hook } }: FieldsProps) {
  const nth = nthWeekday(hook.watch("startTime"))
  if (!nth) return null
  const choose = ({ currentTarget }: React.MouseEvent<HTMLButtonElement>) => {
    // The button disappears, so the focus moves to the new choice.
    currentTarget.form?.querySelector<HTMLInputElement>("[name=recurringInterval][value=custom]")?.focus()
    hook.setValue("recurringInterval", "custom", { shouldDirty: true })
    hook.setValue("dayOfWeek", nth.dayOfWeek, { shouldDirty: true })
    hook.setValue("weekOfMonth", [nth.week], { shouldDirty: true })
  }
  return (
    <Button look="secondary" className="justify-self-start" onClick={choose}>
      On the {nth.text} instead
    </Button>
  )
}

function CustomFields({ form }: FieldsProps) {
  const { hook } = form
  const recheck = () => void (form.field("weekOfMonth").error && hook.trigger("weekOfMonth"))
  return (
    <>
      <ChoiceGroup label="On" error={form.field("dayOfWeek").error}>
        {weekdays.map(({ name, value }) => (
          // A short visible text, and a full one for screen readers and voice control.
          <RadioChoice
            key={value}
            label={name.slice(0, 3)}
            aria-label={name}
            value={value}
            {...hook.register("dayOfWeek")}
          />
        ))}
      </ChoiceGroup>
      <ChoiceGroup label="Week of the month" error={form.field("weekOfMonth").error}>
        {weeks.map(({ name, value }) => (
          <CheckboxChoice
            key={value}
            label={name}
            value={value}
            {...hook.register("weekOfMonth", { onChange: recheck })}
          />
        ))}
      </ChoiceGroup>
    </>
  )
}

function EndDateField({ form }: FieldsProps) {
  const { hook } = form
  const field = form.field("endDate")
  const clear = () => {
    hook.setValue("endDate", "", { shouldDirty: true })
    hook.setFocus("endDate")
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        type="date"
        label="Repeats until"
        optional
        hint="Leave blank to repeat with no end."
        className="min-w-0 flex-1 basis-64"
        {...field}
      />
      {hook.watch("endDate") && (
        <Button look="secondary" onClick={clear}>
          Remove end date
        </Button>
      )}
    </div>
  )
}
