import { useWatch, type Control } from "react-hook-form"
import type { ProductDetail } from "~/api/types"
import { asFilledIn } from "~/features/admin/events/edit/asFilledIn"
import type { EventValues } from "~/features/admin/events/edit/fields"
import { useWayBack } from "~/features/admin/shared/listState"
import { LinkButton } from "~/ui/Button"
import { Hint } from "~/ui/Field"
import { SubmitButton } from "~/ui/Form"
import { StickyBar } from "~/ui/StickyBar"
import { useLargeScreen } from "~/ui/useLargeScreen"
import type { ShopForm } from "~/ui/useShopForm"

/** Update and Go Back: at the form's end on a large screen, always in reach on a phone. */
export function UpdateBar({ form, event }: { form: ShopForm<EventValues>; event: ProductDetail }) {
  const isLarge = useLargeScreen()
  const wayBack = useWayBack("products")
  const back = (
    <LinkButton look="secondary" to={wayBack}>
      Go Back
    </LinkButton>
  )
  const update = (
    <SubmitButton form={form} needsConnection busyText="Updating…">
      Update
    </SubmitButton>
  )
  const asFilledIn = event.status === "draft" ? <AsFilledIn control={form.hook.control} /> : null
  return isLarge ? (
    <div className="grid gap-3">
      {asFilledIn}
      <div className="flex flex-wrap items-center gap-3">
        {update}
        {back}
      </div>
    </div>
  ) : (
    <StickyBar>
      <div className="wrap grid max-h-[50vh] grid-cols-[1fr_auto] gap-x-3 gap-y-2 overflow-y-auto py-2 [&>*:not(button,a)]:col-span-2">
        {asFilledIn}
        {update}
        {back}
      </div>
    </StickyBar>
  )
}

/** What nobody has written yet: Update publishes it as it stands. */
function AsFilledIn({ control }: { control: Control<EventValues> }) {
  const values = useWatch({ control, compute: (typed: EventValues) => typed })
  const left = asFilledIn(values).map(({ label }) => label)
  return left.length > 0 ? <Hint>Still as we filled it in: {left.join(", ")}</Hint> : null
}
