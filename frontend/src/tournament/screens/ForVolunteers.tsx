import type { Tournament } from "~/tables/types"
import { Button } from "../ui/Button"
import { Fold } from "../ui/Fold"
import type { Sheet } from "./Paper"

/** What somebody prints or projects for the room. */
export function ForVolunteers({ tournament, print }: { tournament: Tournament; print: (sheet: Sheet) => void }) {
  const { rounds, points, endedAt } = tournament
  const isPlaying = rounds.length > 0 && !endedAt
  return (
    <Fold title="Print, or show on a projector">
      <div className="flex flex-wrap gap-2">
        {isPlaying && <Button onClick={() => print("pairings")}>Print tables by name</Button>}
        {isPlaying && points && <Button onClick={() => print("slips")}>Print result slips</Button>}
        {rounds.length > 0 && points && <Button onClick={() => print("standings")}>Print standings</Button>}
      </div>
      <a href="?wall" className="inline-flex min-h-tap items-center justify-self-start font-semibold underline">
        Large text for a projector
      </a>
    </Fold>
  )
}
