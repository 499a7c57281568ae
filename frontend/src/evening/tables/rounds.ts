/** How many rounds a tournament has. */
import { activePlayers, playersIn } from "~/common/tables/facts"
import { podSizes } from "./pods"
import type { Tournament } from "~/common/tables/types"

/** The most rounds in which everybody can meet somebody else each time, or have the only bye. */
export const maxRounds = (players: number): number => (players % 2 === 0 ? players - 1 : players)

/** Returns the rounds after which at most one player can have won all, but at least 3. */
export const proposeRounds = (players: number): number =>
  Math.min(Math.max(3, Math.ceil(Math.log2(players))), maxRounds(players))

/** Returns how many are planned: as many as were chosen, or are proposed for the first round's players or largest pod. */
export function roundsOf(tournament: Tournament): number {
  const { plannedRounds, format, wholeRoom, rounds } = tournament
  const players = (rounds[0] ? playersIn(rounds[0]) : activePlayers(tournament)).length
  const [largest] = format === "draft" && !wholeRoom ? podSizes(players, wholeRoom) : []
  return plannedRounds ?? proposeRounds(largest ?? players)
}
