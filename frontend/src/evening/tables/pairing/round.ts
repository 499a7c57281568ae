/** The next round of a tournament. */
import { activePlayers, nextNumber } from "~/common/tables/facts"
import { podSizes, podsOf } from "~/evening/tables/pods"
import { randomFrom } from "~/common/tables/random"
import type { Pairing, Tournament } from "~/common/tables/types"
import { seatTables, tableSizes } from "./commander"
import { dealPods } from "./draft"
import { pairByPoints } from "./swiss"

/**
 * Pairs the next round. Every phone with the same facts pairs the same. Returns null for too few players: 2 in a Swiss,
 * 6 to begin a draft, 3 for Commander. `spread`: guests of one booking draft in different pods.
 */
export function pairRound(tournament: Tournament, { spread = false } = {}): Pairing | null {
  const { format, seed, wholeRoom } = tournament
  const ids = activePlayers(tournament)
  const isFirst = nextNumber(tournament) === 1
  if (format === "commander") return tableSizes(ids.length).length > 0 ? seatTables(tournament, ids) : null
  if (ids.length < 2) return null
  if (format === "draft" && isFirst) {
    if (podSizes(ids.length, wholeRoom).length === 0) return null
    const players = tournament.players.filter((player) => ids.includes(player._id))
    const pods = dealPods(players, wholeRoom, spread, randomFrom(seed, "pods"))
    const pairings = pods.map((pod) => pairByPoints(tournament, pod)) // opponents sit across from each other
    const bye = pairings.find((pairing) => pairing.bye)?.bye ?? null
    return { tables: pairings.flatMap(({ tables }) => tables), bye }
  }
  const pods = format === "draft" && !wholeRoom ? podsOf(tournament) : []
  return pairByPoints(tournament, ids, new Map(pods.flatMap((seats, pod) => seats.map((id) => [id, pod]))))
}
