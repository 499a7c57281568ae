import clsx from "clsx"
import { useRef } from "react"
import { IntervalField, RepeatsFields } from "./RepeatsFields"
import { DatesPreview } from "./DatesPreview"
import type { EventValues } from "~/features/admin/events/edit/form/fields"
import type { EventPreview } from "./useEventPreview"
import { addHours, instantOf, keepLength, LAST_MINUTE, venueTime, weekdayOf } from "./wallTime"
import { shop } from "~/state/shop"
import { ChoiceGroup, RadioChoice } from "~/ui/forms/Choice"
import { sideBySide, TextField } from "~/ui/forms/Field"
import type { ShopForm } from "~/ui/forms/useForm"

interface WhenFieldsProps {
  form: ShopForm<EventValues>
  preview: EventPreview
}

/** Lets the native field shrink: by default it is wider than the smallest phones. */
const narrow = "grid-cols-[minmax(0,1fr)]"

type Times = Pick<EventValues, "startTime" | "endTime">

const DEFAULT_HOURS = 3 // a new event has no length yet

export function WhenFields({ form, preview }: WhenFieldsProps) {
  const { hook } = form
  const { timeZone } = shop()
  const [startTime, isRecurring] = hook.watch(["startTime", "isRecurring"])
  const isSeries = isRecurring === "yes"
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
          label={`Start Time (${venueTime(startTime, timeZone)})`}
          onChange={async (changed) => {
            const now = hook.getValues()
            if (instantOf(now.startTime, timeZone)) lastComplete.current = now
            if (lastComplete.current) moveEnd(form, changed.target.value, lastComplete.current)
            await start.onChange(changed)
          }}
        />
        <TextField
          type="datetime-local"
          max={LAST_MINUTE}
          className={narrow}
          label={`End Time (${venueTime(hook.watch("endTime"), timeZone)})`}
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
      {isSeries && <RepeatsFields form={form} />}
      <DatesPreview values={hook.watch()} preview={preview} />
    </>
  )
}

/**
 * Moves the end with the start, and the weekday of a rule if none was chosen. `from` are the values when the start was
 * last complete, because the field is empty while typing.
 */
function moveEnd({ hook }: ShopForm<EventValues>, movedTo: string, from: Times): void {
  if (!instantOf(movedTo, shop().timeZone)) return
  const hasLength = from.startTime !== from.endTime
  const end = hasLength ? keepLength(from.startTime, movedTo, from.endTime) : addHours(movedTo, DEFAULT_HOURS)
  const isUnchanged = hook.getValues("endTime") === from.endTime // while the start was empty
  if (isUnchanged) hook.setValue("endTime", end, { shouldDirty: true, shouldValidate: hook.formState.isSubmitted })
  const weekday = weekdayOf(movedTo)
  const isChosen = hook.getValues("weekOfMonth").length > 0 || hook.getFieldState("dayOfWeek").isDirty
  if (weekday !== null && !isChosen) hook.setValue("dayOfWeek", String(weekday))
}
