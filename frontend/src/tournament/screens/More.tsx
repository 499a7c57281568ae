import { podsOf } from "~/tables/pods"
import type { Round, Tournament } from "~/tables/types"
import { Fold } from "../ui/Fold"
import { describeTable, namesIn } from "../words"
import { ForVolunteers } from "./ForVolunteers"
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
