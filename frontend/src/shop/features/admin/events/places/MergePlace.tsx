import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import type { Place } from "~/common/api/types"
import { mergePlaceMutation } from "~/shop/queries/staff/places"
import { seen } from "~/common/lib/changes"
import { counted } from "~/common/lib/text"
import { SelectField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { notify } from "~/common/ui/overlays/notify"

interface MergePlaceProps {
  place: Place
  /** Those that it can be merged into. */
  others: readonly Place[]
  onClose: () => void
}

const schema = v.object({ into: v.pipe(v.string(), v.nonEmpty("Choose the place that stays.")) })

/** Asks which of two rows stays for a place that is there twice, and says what that does. */
export function MergePlace({ place, others, onClose }: MergePlaceProps) {
  const merge = useMutation(mergePlaceMutation)
  const form = useForm({
    name: `merge ${place._id}`,
    schema,
    values: { into: "" },
    save: async ({ into }) => {
      const kept = await merge.mutateAsync({ id: place._id, into, ...seen(place, "name", "address") })
      notify.success(`${place.text} is ${kept.text} now.`)
      onClose()
    },
  })
  const chosen = others.find(({ _id }) => _id === form.hook.watch("into"))
  return (
    <Form form={form}>
      <SelectField
        label="Place that stays"
        none="Choose a place"
        options={others.map(({ _id, text }) => ({ value: _id, label: text }))}
        {...form.field("into")}
      />
      {chosen && (
        <ul className="grid list-disc gap-1 pl-5">
          <li>{`${counted(place.events, "event")} with all dates${place.dates > 0 ? ` and ${counted(place.dates, "date")} of other events` : ""}: then at ${chosen.text}, with what that place says about access, seats and sales tax.`}</li>
          <li>{`${place.text} is hidden. What was written to it isn't copied.`}</li>
          <li>Paid orders stay as they are.</li>
          <li>This can't be undone.</li>
        </ul>
      )}
      <FormButtons form={form} onCancel={onClose} busyText="Merging…">
        Merge
      </FormButtons>
    </Form>
  )
}
