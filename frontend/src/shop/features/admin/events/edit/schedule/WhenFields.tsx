import clsx from "clsx"
import { useRef } from "react"
import { type EventValues, intervals, weeks } from "~/shop/features/admin/events/edit/form/fields"
import { capitalize } from "~/common/lib/text"
import { weekdays } from "~/common/lib/time/weekdays"
import { CheckboxChoice, ChoiceGroup, RadioChoice, sideBySide, TextField } from "~/common/ui/forms/Field"
import type { ShopForm } from "~/common/ui/forms/Form"
import { Button } from "~/common/ui/layout/Button"
import { DatesPreview, type EventPreview } from "./DatesPreview"
import { nthWeekday } from "./scheduleText"
import { addHours, instantOf, keepLength, LAST_MINUTE, venueTime, weekdayOf } from "./wallTime"

/** Lets the native field shrink: by default it is wider than the smallest phones. */
const narrow = "grid-cols-[minmax(0,1fr)]"

type Times = Pick<EventValues, "startTime" | "endTime">

const DEFAULT_HOURS = 3 // a new event has no length yet

export function WhenFields({ form, preview }: { form: ShopForm<EventValues>; preview: EventPreview }) {
  const { hook } = form
  const [startTime, isRecurring, interval] = hook.watch(["startTime", "isRecurring", "recurringInterval"])
  const isSeries = isRecurring === "yes"
  // A series keeps its hours when the clocks change, and so has no zone such as PST.
  const zoneOf = (wallTime: string) => (isSeries ? "venue time" : venueTime(wallTime))
  const start = form.field("startTime")
  const lastComplete = useRef<Times | null>(null)
  return (
    <>
      <div className={clsx(sideBySide, "grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2")}>
        <TextField
          {...start}
          type="datetime-local"
          max={LAST_MINUTE}
          className={narrow}
          label={`Start Time (${zoneOf(startTime)})`}
          onChange={async (changed) => {
            const now = hook.getValues()
            if (instantOf(now.startTime)) lastComplete.current = now
            if (lastComplete.current) moveEnd(form, changed.target.value, lastComplete.current)
            await start.onChange(changed)
          }}
        />
        <TextField
          type="datetime-local"
          max={LAST_MINUTE}
          className={narrow}
          label={`End Time (${zoneOf(hook.watch("endTime"))})`}
          {...form.field("endTime", "startTime")}
        />
      </div>
      <div className={clsx(sideBySide, "grid gap-5", isSeries && "xl:grid-cols-[11rem_minmax(0,1fr)]")}>
        <ChoiceGroup label="Recurring?" error={form.field("isRecurring").error}>
          <RadioChoice label="Yes" value="yes" {...hook.register("isRecurring")} />
          <RadioChoice label="No" value="no" {...hook.register("isRecurring")} />
        </ChoiceGroup>
        {isSeries && <IntervalField form={form} />}
      </div>
      {isSeries && interval === "monthly" && <OnTheWeekday form={form} />}
      {isSeries && interval === "custom" && <CustomFields form={form} />}
      {isSeries && <EndDateField form={form} />}
      <DatesPreview values={hook.watch()} preview={preview} />
    </>
  )
}

/**
 * Moves the end with the start, and the weekday of a rule if none was chosen. `from` are the values when the start was
 * last complete, because the field is empty while typing.
 */
function moveEnd({ hook }: ShopForm<EventValues>, movedTo: string, from: Times): void {
  if (!instantOf(movedTo)) return
  const hasLength = from.startTime !== from.endTime
  const end = hasLength ? keepLength(from.startTime, movedTo, from.endTime) : addHours(movedTo, DEFAULT_HOURS)
  const isUnchanged = hook.getValues("endTime") === from.endTime // while the start was empty
  if (isUnchanged) hook.setValue("endTime", end, { shouldDirty: true, shouldValidate: hook.formState.isSubmitted })
  const weekday = weekdayOf(movedTo)
  const isChosen =
    hook.getValues("weekOfMonth").length > 0 || hook.getValues("dayOfWeek") !== String(weekdayOf(from.startTime))
  if (weekday !== null && !isChosen) hook.setValue("dayOfWeek", String(weekday), { shouldDirty: true })
}

interface FieldsProps {
  form: ShopForm<EventValues>
}

/** How often a series repeats. */
function IntervalField({ form }: FieldsProps) {
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
            label={capitalize(interval)}
            value={interval}
            {...form.hook.register("recurringInterval")}
          />
        ))}
      </div>
    </ChoiceGroup>
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
        {weekdays.map(({ label, value }) => (
          // A short visible text, and a full one for screen readers and voice control.
          <RadioChoice
            key={value}
            label={label.slice(0, 3)}
            aria-label={label}
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
