import { useQuery } from "@tanstack/react-query"
import { recapQuery } from "~/shop/queries/giving"
import { tournamentQuery, tournamentsQuery } from "~/shop/queries/tables"
import type { ListedTournament } from "~/common/api/types"
import { formatDay } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { paths } from "~/shop/paths"
import { Standings } from "~/shop/shared/tables/Standings"

/** A tournament that nobody ended is over after so long. */
const OVER_MS = 12 * 3_600_000

interface LastTournamentProps {
  product: string
  /** The past date that was asked for, as in the page's address. */
  past: string | null
  heading: string
}

/**
 * The standings of the event's last date that had a tournament, or while it goes on a link to its tables. If a past date
 * was asked for, the standings of that date.
 */
export function LastTournament({ product, past, heading }: LastTournamentProps) {
  const { data: tournaments = [] } = useQuery(tournamentsQuery(product))
  const { data: recap } = useQuery({ ...recapQuery(product, past ?? ""), enabled: past !== null })
  const isMeant = ({ _id, startTime }: ListedTournament) =>
    past === null ? Date.parse(startTime) <= serverNow() : _id === recap?.tables
  const last = tournaments.find(isMeant)
  const isShown = last !== undefined && isOver(last)
  const { data: tournament } = useQuery({ ...tournamentQuery(last?._id ?? ""), enabled: isShown })
  if (!last) return null
  const day = formatDay(last.startTime)
  if (!isShown) {
    return (
      <section aria-labelledby="tables" className="pb-10">
        <h2 id="tables" className={heading}>
          Tables of {day}
        </h2>
        <a href={paths.tables(last._id)} className="page-link">
          Who plays where
        </a>
      </section>
    )
  }
  if (!tournament || !tournament.points || tournament.rounds.length === 0) return null
  return (
    <section aria-labelledby="standings" className="pb-10">
      <h2 id="standings" className={heading}>
        Standings of {day}
      </h2>
      <Standings tournament={tournament} />
    </section>
  )
}

const isOver = ({ endedAt, startTime }: ListedTournament) =>
  endedAt !== null || Date.parse(startTime) + OVER_MS < serverNow()
