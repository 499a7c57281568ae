import type { EventValues } from "./fields"
import { eventBounds } from "~/api/bounds.gen"
import { Fold } from "~/features/admin/events/edit/Fold"
import { accessText } from "~/shared/events/accessText"
import { CheckboxChoice, ChoiceGroup } from "~/ui/forms/Choice"
import { TextField } from "~/ui/forms/Field"
import type { ShopForm } from "~/ui/forms/useForm"
import { hasError } from "./MemberFields"

/** What guests need to know to come. */
export function AccessFields({ form }: { form: ShopForm<EventValues> }) {
  const { register } = form.hook
  return (
    <Fold
      title="Access"
      value={accessText(form.hook.watch()) || form.hook.watch("accessNote") || "Nothing said"}
      invalid={hasError(form, "accessNote")}
    >
      <ChoiceGroup label="The place has" hint="The event page says what you check.">
        <CheckboxChoice label="Step-free way in" {...register("stepFree")} />
        <CheckboxChoice label="Accessible toilet" {...register("accessibleToilet")} />
        <CheckboxChoice label="Quiet corner" {...register("quietCorner")} />
        <CheckboxChoice label="Parking" {...register("parking")} />
      </ChoiceGroup>
      <TextField
        label="Note"
        optional
        hint="What else guests need to know to come: “Ring at the side door.”"
        maxLength={eventBounds.accessNote.maxLength}
        {...form.field("accessNote")}
      />
    </Fold>
  )
}
