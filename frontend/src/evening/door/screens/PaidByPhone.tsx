import { counted } from "~/common/lib/text"
import { Button } from "~/common/ui/plain"
import type { Door, Shown } from "../protocol/door"
import { decide, type Known } from "../protocol/verdict"

interface Props {
  door: Door
  known: Known
  show: (next: Promise<Shown>) => Promise<Shown>
}

/** Late guests who paid with their own phones and are not inside yet, on every phone: one press lets them in. */
export function PaidByPhone({ door, known, show }: Props) {
  return (
    <div role="status" className="paid">
      {known.list.passes.map(({ h, name, byLink }) => {
        const decision = byLink && decide(h, known)
        return (
          decision &&
          decision.kind === "in" && (
            <Button key={h} onClick={() => void show(door.admit(h, "search"))}>
              ✓ Paid by phone: {counted(decision.seats, "seat")}, {name} · Check in
            </Button>
          )
        )
      })}
    </div>
  )
}
