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
export function DrawerState({ door: { _id, drawer, cash } }: { door: DoorState }) {
  const [isRefunding, setRefunding] = useState(false)
  return (
    <Section title="Cash drawer">
      <p>
        {drawer ? drawerText(drawer, shop().timeZone) : "Nobody has opened it. A phone with a link for a till does."}
      </p>
      <Moves title="Reported by phones without a drawer, and not counted in one:" moves={cash} />
      <Moves title="Reported after it was closed, and not counted in it:" moves={drawer?.late ?? []} />
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

function Moves({ title, moves }: { title: string; moves: DoorState["cash"] }) {
  if (moves.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul>
        {moves.map((move, number) => (
          <li key={number} className={row}>
            <span className="count text-sm text-ink-2">{formatTime(move.at, shop().timeZone)}</span>
            <span className="min-w-0 flex-1">{lateMoveText(move)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
