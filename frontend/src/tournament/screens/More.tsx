import { podsOf } from "~/tables/pods"
import type { Round, Tournament } from "~/tables/types"
import { Button } from "../ui/Button"
import { Fold } from "../ui/Fold"
import { describeTable, namesIn } from "../words"
import type { Sheet } from "./Paper"

interface Props {
  tournament: Tournament
  print: (sheet: Sheet) => void
}

/** What was played before, the last round first; who drafted where; paper and projector. */
export function More({ tournament, print }: Props) {
  const { rounds, endedAt, format } = tournament
  const earlier = endedAt ? rounds : rounds.slice(0, -1)
  return (
    <section aria-labelledby="more">
      <h2 id="more" className="mb-3">
        More
      </h2>
      {earlier.toReversed().map((round) => (
        <Fold key={round.number} title={`Round ${round.number}`}>
          <Results round={round} nameOf={namesIn(tournament)} />
        </Fold>
      ))}
      {format === "draft" && rounds.length > 0 && <Pods tournament={tournament} />}
      <ForVolunteers tournament={tournament} print={print} />
    </section>
  )
}

function Results({ round, nameOf }: { round: Round; nameOf: (id: string) => string }) {
  return (
    <ul className="grid gap-2">
      {round.tables.map((table) => (
        <li key={table.number}>
          <span className="count me-2 text-ink-2">{table.number}</span>
          {table.players.map(nameOf).join(", ")}
          <span className="block ps-6 text-sm text-ink-2">{describeTable(table, nameOf) || "no result"}</span>
        </li>
      ))}
      {round.bye && <li>{nameOf(round.bye)}: a bye</li>}
    </ul>
  )
}

function Pods({ tournament }: { tournament: Tournament }) {
  const nameOf = namesIn(tournament)
  return (
    <Fold title="Who drafts where">
      {podsOf(tournament).map((seats, pod) => (
        <div key={seats.join()}>
          <h3>Pod {pod + 1}</h3>
          <ol className="list-decimal ps-6">
            {seats.map((id) => (
              <li key={id}>{nameOf(id)}</li>
            ))}
          </ol>
        </div>
      ))}
    </Fold>
  )
}

/** What somebody prints or projects for the room. */
function ForVolunteers({ tournament, print }: { tournament: Tournament; print: (sheet: Sheet) => void }) {
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
