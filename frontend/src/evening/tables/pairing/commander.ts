/** Commander: tables of four, the rest of three, with players who have not sat together. Nobody has a bye. */
import { meetingsIn, nextNumber } from "~/common/tables/facts"
import { randomFrom, shuffle } from "~/common/tables/random"
import { scorePlayers } from "~/common/tables/standings"
import type { Pairing, Tournament } from "~/common/tables/types"
import { differencesIn } from "./answers"

const STARTS = 20
const REPEAT = 10 ** 6
const THREE = 10 ** 5
const POINT = 1000 // more than all answers of 64 players

/** Returns the sizes of the tables; none for fewer than 3 players. */
export function tableSizes(players: number): number[] {
  if (players < 3) return []
  if (players === 5) return [5]
  const threes = (4 - (players % 4)) % 4
  const fours = (players - 3 * threes) / 4
  return [...Array<number>(fours).fill(4), ...Array<number>(threes).fill(3)]
}

/** Players are their indices here, because the search asks for costs very often. */
type Seats = number[]

/**
 * Seats players at tables in random order; who sits first starts. Looks for few repeats, few second tables of three, and
 * similar points, then equal answers: from each of 20 seeded starts, it swaps two players as long as that helps.
 */
export function seatTables(tournament: Tournament, ids: readonly string[]): Pairing {
  const random = randomFrom(tournament.seed, `round ${nextNumber(tournament)}`)
  const costOf = costsOf(tournament, ids)
  let best = { tables: [] as Seats[], cost: Infinity }
  for (let start = 0; start < STARTS && best.cost > 0; start++) {
    const order = shuffle([...ids.keys()], random)
    const tables = tableSizes(ids.length).map((size) => order.splice(0, size))
    while (swapPlayers(tables, costOf));
    const cost = tables.reduce((sum, table) => sum + costOf(table), 0)
    if (cost < best.cost) best = { tables, cost }
  }
  return { tables: best.tables.map((table) => ({ players: shuffle(table, random).map((i) => ids[i]!) })), bye: null }
}

/** Returns a function for the cost of a table. */
function costsOf(tournament: Tournament, ids: readonly string[]): (table: Seats) => number {
  const tables = tournament.rounds.flatMap((round) => round.tables)
  const scores = scorePlayers(tournament)
  const meetings = meetingsIn(tournament.rounds)
  const differences = differencesIn(tournament)
  const costs = ids.map((one) => ids.map((other) => REPEAT * meetings(one, other) + differences(one, other)))
  const points = ids.map((id) => (tournament.points ? POINT * scores.get(id)!.points : 0))
  const threes = ids.map(
    (id) => THREE * tables.filter(({ players }) => players.length === 3 && players.includes(id)).length,
  )
  return (table) => {
    let [cost, least, most] = [0, Infinity, 0]
    for (const [seat, one] of table.entries()) {
      for (let other = 0; other < seat; other++) cost += costs[one]![table[other]!]!
      if (table.length === 3) cost += threes[one]!
      least = Math.min(least, points[one]!)
      most = Math.max(most, points[one]!)
    }
    return cost + most - least
  }
}

/** Swaps each two players of different tables if that is cheaper. Returns whether anybody was swapped. */
function swapPlayers(tables: Seats[], costOf: (table: Seats) => number): boolean {
  let isCheaper = false
  for (const [a, one] of tables.entries()) {
    for (const other of tables.slice(a + 1)) {
      for (const i of one.keys()) {
        for (const j of other.keys()) {
          const before = costOf(one) + costOf(other)
          const swap = () => ([one[i], other[j]] = [other[j]!, one[i]!])
          swap()
          if (costOf(one) + costOf(other) < before) isCheaper = true
          else swap()
        }
      }
    }
  }
  return isCheaper
}
