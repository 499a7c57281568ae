import { rankPlayers } from "~/tables/standings"
import type { Tournament } from "~/tables/types"
import type { Live } from "../live"
import { listNames, listPlaces, namesIn, othersAt, type Place } from "../words"
import { Report } from "./Report"

interface Props {
  tournament: Tournament
  /** By player, the code of the ticket in this browser. */
  codes: ReadonlyMap<string, string>
  report: Live["report"]
}

/** Where the holder of this phone's tickets plays, and what came out there. */
export function MyTables({ tournament, codes, report }: Props) {
  const places = listPlaces(tournament).filter(({ player }) => codes.has(player._id))
  if (places.length === 0) return null
  return (
    <section aria-labelledby="mine" className="grid gap-3">
      <h2 id="mine" className="sr-only">
        {places.length > 1 ? "Your tables" : "Your table"}
      </h2>
      {places.map((place) => (
        <MyTable key={place.player._id} tournament={tournament} place={place} report={report} />
      ))}
      {!tournament.endedAt && (
        <p className="text-sm text-ink-2">
          Do you have to go? Tell {tournament.writer ? `${tournament.writer.name}, the scorekeeper` : "the scorekeeper"}
          .
        </p>
      )}
    </section>
  )
}

function MyTable({ tournament, place, report }: { place: Place } & Pick<Props, "tournament" | "report">) {
  const { player, table, without, draftSeat } = place
  const round = tournament.rounds.at(-1)
  const canReport = round && table && tournament.points && !tournament.endedAt
  return (
    <article className="grid gap-3 rounded-card border-3 border-f-green bg-paper p-4">
      <p className="font-semibold">{player.name}</p>
      {tournament.endedAt ? (
        <p className="font-display text-2xl leading-tight">{finalPlace(tournament, player._id)}</p>
      ) : (
        <div aria-live="polite">
          <p className="font-display text-2xl leading-tight">
            {table ? `Table ${table.number}, round ${round?.number}` : without || "Pairings appear here"}
          </p>
          {table && <Seats tournament={tournament} place={place} />}
          {round?.number === 1 && draftSeat && <p>To draft: {draftSeat}</p>}
        </div>
      )}
      {canReport && (
        <Report
          key={`${round.number} ${table.number}`}
          table={table}
          you={player._id}
          nameOf={namesIn(tournament)}
          send={(result) => report(round.number, table.number, player._id, result)}
        />
      )}
    </article>
  )
}

/** Commander's seats have an order, and the first one starts. */
function Seats({ tournament, place: { player, table } }: { tournament: Tournament; place: Place }) {
  const nameOf = namesIn(tournament)
  if (!table) return null
  if (tournament.format !== "commander") {
    return <p className="text-lg">against {listNames(othersAt(table, player._id).map(nameOf))}</p>
  }
  return (
    <ol className="list-decimal ps-6">
      {table.players.map((id, seat) => (
        <li key={id}>
          {id === player._id ? <strong>You</strong> : nameOf(id)}
          {seat === 0 && (id === player._id ? " start" : " starts")}
        </li>
      ))}
    </ol>
  )
}

function finalPlace(tournament: Tournament, id: string): string {
  const rows = tournament.points ? rankPlayers(tournament) : []
  const own = rows.find(({ player }) => player._id === id)
  return own ? `Place ${own.rank} of ${rows.length}` : "Thank you for playing"
}
