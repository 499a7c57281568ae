import { outcomeOf } from "~/common/tables/facts"
import { formatRank, rankPlayers } from "~/common/tables/standings"
import type { Tournament } from "~/common/tables/types"
import { counted } from "~/common/lib/text"
import { paths } from "~/shop/paths"

const MOST = 8

/** Who came first in a tournament, with a link to the rest. Players have no last names in public. */
export function Standings({ tournament }: { tournament: Tournament }) {
  const rows = rankPlayers(tournament)
  const isOpen = tournament.rounds.some(({ tables }) => tables.some((table) => outcomeOf(table).state === "waiting"))
  return (
    <div className="grid max-w-measure gap-3">
      <ol className="count divide-y divide-hair panel">
        {rows.slice(0, MOST).map(({ player, points, wins, losses, draws, ...place }) => (
          <li key={player._id} className="flex items-baseline gap-3 px-4 py-2">
            <span className="min-w-12 text-ink-2">{formatRank(place)}</span>
            <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{player.name}</span>
            <span className="text-sm text-ink-2">{[wins, losses, ...(draws > 0 ? [draws] : [])].join("–")}</span>
            <span>{counted(points, "point")}</span>
          </li>
        ))}
      </ol>
      {isOpen && <p className="text-sm text-ink-2">Only confirmed results count.</p>}
      <a href={paths.tables(tournament._id)} className="page-link">
        {rows.length > MOST ? `All ${rows.length} places, and every round` : "Every round"}
      </a>
    </div>
  )
}
