import clsx from "clsx"
import { RepeatsFields } from "~/features/admin/events/edit/RepeatsFields"
import { DatesPreview } from "~/features/admin/events/edit/DatesPreview"
import type { EventValues } from "~/features/admin/events/edit/fields"
import type { EventPreview } from "~/features/admin/events/edit/useEventPreview"
import { addHours, instantOf, keepLength, weekdayOf } from "~/features/admin/events/edit/wallTime"
import { zoneName } from "~/lib/dates"
import { shop } from "~/state/shop"
import { ChoiceGroup, RadioChoice } from "~/ui/Choice"
import { sideBySide, TextField } from "~/ui/Field"
import type { ShopForm } from "~/ui/useShopForm"

interface WhenFieldsProps {
  form: ShopForm<EventValues>
  preview: EventPreview
}

/** The browser's own field is wider than the smallest phone: it may shrink. */
const narrow = "grid-cols-[minmax(0,1fr)]"

const USUAL_HOURS = 3 // a new event has no length yet

export function WhenFields({ form, preview }: WhenFieldsProps) {
  const { hook } = form
  const startTime = hook.watch("startTime")
  const start = form.field("startTime")
  return (
    <>
      <div className={clsx(sideBySide, "grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2")}>
        <TextField
          {...start}
          type="datetime-local"
          className={narrow}
          label={`Start Time (${venueTime(startTime)})`}
          onChange={async (changed) => {
            moveAlong(form, changed.target.value)
            await start.onChange(changed)
          }}
        />
        <TextField
          type="datetime-local"
          className={narrow}
          label={`End Time (${venueTime(hook.watch("endTime"))})`}
          {...form.field("endTime", "startTime")}
        />
      </div>
      <ChoiceGroup label="Recurring?" error={form.field("isRecurring").error}>
        <RadioChoice label="Yes" value="yes" {...hook.register("isRecurring")} />
        <RadioChoice label="No" value="no" {...hook.register("isRecurring")} />
      </ChoiceGroup>
      {hook.watch("isRecurring") === "yes" && <RepeatsFields form={form} />}
      <DatesPreview values={hook.watch()} preview={preview} />
    </>
  )
}

/** "venue time, PST": the clocks there may stand otherwise on another day. */
function venueTime(wall: string): string {
  const { timeZone } = shop()
  return `venue time, ${zoneName(instantOf(wall, timeZone) ?? new Date().toISOString(), timeZone)}`
}

/** A new start takes the end with it, and the weekday of a rule that nobody has chosen yet. */
function moveAlong({ hook }: ShopForm<EventValues>, movedTo: string): void {
  if (!instantOf(movedTo, shop().timeZone)) return
  const { startTime, endTime } = hook.getValues()
  const hasLength = startTime !== endTime
  const end = hasLength ? keepLength(startTime, movedTo, endTime) : addHours(movedTo, USUAL_HOURS)
  hook.setValue("endTime", end, { shouldDirty: true, shouldValidate: hook.formState.isSubmitted })
  const weekday = weekdayOf(movedTo)
  const isChosen = hook.getValues("weekOfMonth").length > 0 || hook.getFieldState("dayOfWeek").isDirty
  if (weekday !== null && !isChosen) hook.setValue("dayOfWeek", String(weekday))
}
