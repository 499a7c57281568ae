import type { EventValues } from "~/features/admin/events/edit/fields"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/Button"
import { SubmitButton } from "~/ui/Form"
import { StickyBar } from "~/ui/StickyBar"
import { useLargeScreen } from "~/ui/useLargeScreen"
import type { ShopForm } from "~/ui/useShopForm"

/** Update and Go Back: at the form's end on a large screen, always in reach on a phone. */
export function UpdateBar({ form }: { form: ShopForm<EventValues> }) {
  const isLarge = useLargeScreen()
  const back = (
    <LinkButton look="secondary" to={paths.adminList("products")}>
      Go Back
    </LinkButton>
  )
  const update = (
    <SubmitButton form={form} needsConnection busyText="Updating…">
      Update
    </SubmitButton>
  )
  return isLarge ? (
    <div className="flex flex-wrap items-center gap-3">
      {update}
      {back}
    </div>
  ) : (
    <StickyBar>
      <div className="wrap grid max-h-[50vh] grid-cols-[1fr_auto] gap-x-3 gap-y-2 overflow-y-auto py-2 [&>*:not(button,a)]:col-span-2">
        {update}
        {back}
      </div>
    </StickyBar>
  )
}
