import { useState } from "react"
import type { DoorState } from "~/api/queries/staff/door"
import { drawerText, lateMoveText } from "./doorText"
import { row, Section } from "./Section"
import { formatTime } from "~/lib/time/dates"
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
      {drawer && drawer.late.length > 0 && (
        <>
          <p>Reported after it was closed, and not counted in it:</p>
          <ul>
            {drawer.late.map((move, number) => (
              <li key={number} className={row}>
                <span className="count text-sm text-ink-2">{formatTime(move.at, shop().timeZone)}</span>
                <span className="min-w-0 flex-1">{lateMoveText(move)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
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
