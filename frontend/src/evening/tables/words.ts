/** What both programs of a tournament call things. */
import { formatFraction } from "~/common/tables/fractions"
import type { Standing } from "~/common/tables/standings"
import type { Tournament } from "~/common/tables/types"
import { roundsOf } from "./rounds"

export const FORMATS = { swiss: "Swiss", draft: "Draft", commander: "Commander" } as const

/** Returns a function that names a player by ID. */
export function namesIn({ players }: Pick<Tournament, "players">): (id: string) => string {
  const names = new Map(players.map(({ _id, name }) => [_id, name]))
  return (id) => names.get(id) ?? "Guest"
}

/** "Round 2 of 3" */
export function roundTitle(tournament: Tournament, round = tournament.rounds.at(-1)): string {
  return `Round ${round?.number ?? 0} of ${Math.max(roundsOf(tournament), tournament.rounds.length)}`
}

/** A column of the standings, after the points. */
interface Column {
  head: string
  /** What the head is short for. */
  title: string
  valueOf: (row: Standing) => string | number
}

const OMW: Column = { head: "OMW", title: "Opponents' match wins", valueOf: ({ omw }) => formatFraction(omw) }
const GW: Column = { head: "GW", title: "Game wins", valueOf: ({ gw }) => formatFraction(gw) }
const OGW: Column = { head: "OGW", title: "Opponents' game wins", valueOf: ({ ogw }) => formatFraction(ogw) }
const WINS: Column = { head: "Wins", title: "Wins", valueOf: ({ wins }) => wins }

/** Returns what decides after the points, in turn. */
export const columnsOf = ({ format }: Tournament): Column[] => (format === "commander" ? [OMW, WINS] : [OMW, GW, OGW])
