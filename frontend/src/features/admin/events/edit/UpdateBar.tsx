import { useWatch, type Control } from "react-hook-form"
import type { ProductDetail } from "~/api/types"
import type { EventValues } from "~/features/admin/events/edit/form/fields"
import { placeholdersOfForm } from "~/features/admin/events/edit/form/placeholderFields"
import { useWayBack } from "~/features/admin/table/listState"
import { shop } from "~/state/shop"
import { LinkButton } from "~/ui/layout/Button"
import { Hint } from "~/ui/forms/Field"
import { SubmitButton } from "~/ui/forms/Form"
import { StickyBar } from "~/ui/layout/StickyBar"
import { useNow } from "~/ui/time/useNow"
import type { ShopForm } from "~/ui/forms/useForm"

/** Update and Go Back, always visible. */
export function UpdateBar({ form, event }: { form: ShopForm<EventValues>; event: ProductDetail }) {
  const wayBack = useWayBack("products")
  return (
    <StickyBar everywhere>
      <div className="wrap grid max-h-[50vh] grid-cols-[1fr_auto] gap-x-3 gap-y-2 overflow-y-auto py-2 lg:grid-cols-[12rem_auto] lg:justify-start [&>*:not(button,a)]:col-span-2">
        {event.status === "draft" && <Placeholders control={form.hook.control} />}
        <SubmitButton form={form} needsConnection busyText="Updating…">
          Update
        </SubmitButton>
        <LinkButton look="secondary" to={wayBack}>
          Go Back
        </LinkButton>
      </div>
    </StickyBar>
  )
}

/** The remaining placeholders of a draft, which Update asks to confirm. */
function Placeholders({ control }: { control: Control<EventValues> }) {
  const values = useWatch({ control, compute: (typed: EventValues) => typed })
  const left = placeholdersOfForm(values, shop().timeZone, useNow() ?? 0).map(({ label }) => label)
  return left.length > 0 ? <Hint>Still placeholders: {left.join(", ")}</Hint> : null
}
