import { useState } from "react"
import type { DoorState } from "~/api/queries/staff/door"
import { drawerText } from "./doorText"
import { Section } from "./Section"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"

const RefundCashDialog = lazyDialog(() => import("./RefundCashDialog"))

/** The cash drawer, which a till opens, counts and closes. */
export function DrawerState({ door: { _id, drawer } }: { door: DoorState }) {
  const [isRefunding, setRefunding] = useState(false)
  return (
    <Section title="Cash drawer">
      <p>
        {drawer ? drawerText(drawer, shop().timeZone) : "Nobody has opened it. A phone with a link for a till does."}
      </p>
      {drawer && !drawer.closedAt && (
        <>
          <Button look="secondary" className="justify-self-start" onClick={() => setRefunding(true)}>
            Refund a cash sale
          </Button>
          <RefundCashDialog open={isRefunding} onOpenChange={setRefunding} doorId={_id} />
        </>
      )}
    </Section>
  )
}
