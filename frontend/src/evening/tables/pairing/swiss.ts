/**
 * Swiss: opponents with about the same points who have not met. A maximum-weight matching finds the best pairing of the
 * whole room, where pairing table by table would repeat opponents who could be avoided.
 */
import findMatching from "edmonds-blossom-fixed"
import { meetingsIn, nextNumber } from "~/common/tables/facts"
import { randomFrom } from "~/common/tables/random"
import { scorePlayers } from "~/common/tables/standings"
import type { Pairing, Tournament } from "~/common/tables/types"
import { differencesIn } from "./answers"

// One repeat costs more than all gaps of 64 players together. Sums stay far below 2 ** 53, so they are exact.
const BEST = 10 ** 12
const CROSSING = 10 ** 11
const REPEAT = 10 ** 10
const BYE_GAP = 10 ** 6
const GAP = 10 ** 5
const CHANCE = 1000

/**
 * Pairs the players: the fewest repeats, then the smallest gaps in points; in the first round, the most equal answers.
 * What is left to choose is chosen at random.
 * `podOf` are the pods of a draft, which players leave only if somebody would have no opponent. Of an odd number, one of
 * those who had the fewest byes has a bye, and one with few points.
 */
export function pairByPoints(tournament: Tournament, ids: string[], podOf = new Map<string, number>()): Pairing {
  const { seed, rounds } = tournament
  const scores = scorePlayers(tournament)
  const pointsOf = (id: string) => scores.get(id)!.points
  const meetings = meetingsIn(rounds)
  const number = nextNumber(tournament)
  const differences = number === 1 ? differencesIn(tournament) : () => 0

  function costOf(one: string, other: string): number {
    const gap = pointsOf(one) - pointsOf(other)
    const crossing = podOf.get(one) === podOf.get(other) ? 0 : CROSSING
    const chance = Math.floor(randomFrom(seed, `${number} ${one} ${other}`)() * CHANCE)
    return crossing + REPEAT * meetings(one, other) + GAP * (gap ** 2 + differences(one, other)) + chance
  }

  const edges = ids.flatMap((one, i) =>
    ids.slice(i + 1).map((other, j): [number, number, number] => [i, i + 1 + j, BEST - costOf(one, other)]),
  )
  if (ids.length % 2 === 1) {
    const lowest = Math.min(...ids.map(pointsOf))
    const byes = ids.map((id) => rounds.filter((round) => round.bye === id).length)
    const fewest = Math.min(...byes)
    ids.forEach((id, i) => {
      if (byes[i] === fewest) edges.push([i, ids.length, BEST - BYE_GAP * (pointsOf(id) - lowest) ** 2])
    })
  }
  const partners = findMatching(edges, true).map((partner) => ids[partner])
  const pairs = ids.flatMap((id, i) => (partners[i] && i < ids.indexOf(partners[i]) ? [[id, partners[i]]] : []))
  const sumOf = (players: string[]) => players.reduce((sum, id) => sum + pointsOf(id), 0)
  return {
    tables: [...pairs].sort((one, other) => sumOf(other) - sumOf(one)).map((players) => ({ players })),
    bye: partners[ids.length] ?? null,
  }
}
