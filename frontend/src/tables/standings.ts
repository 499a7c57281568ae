/**
 * The standings: match points, then how strong the opponents were. The Magic Tournament Rules, appendix C (effective
 * 2026-02-27), describe the tie-breakers; Commander has fewer. Everything is computed from the facts, and never stored.
 */
import { compareFractions, fraction, maxFraction, meanOf, type Fraction } from "./fractions"
import { hasLeft, outcomeOf } from "./outcome"
import { randomFrom } from "./random"
import type { Format, Player, Result, Round, Tournament } from "./types"

type Points = { win: number; draw: number; loss: number }

interface Rules {
  points: Points
  /** The least that a percentage counts. */
  floor: Fraction
  tieBreakers: (row: Omit<Standing, "rank" | "isTied">) => Fraction[]
}

const MATCHES: Rules = {
  points: { win: 3, draw: 1, loss: 0 },
  floor: fraction(33, 100),
  tieBreakers: ({ omw, gw, ogw }) => [omw, gw, ogw],
}
const TABLES_OF_FOUR: Rules = {
  points: { win: 5, draw: 1, loss: 0 },
  floor: fraction(1, 5),
  tieBreakers: ({ omw, win }) => [omw, fraction(win)],
}
const RULES: Record<Format, Rules> = { swiss: MATCHES, draft: MATCHES, commander: TABLES_OF_FOUR }

const WON: Games = [2, 0, 0]
const LOST: Games = [0, 2, 0]

/** Games won, lost and drawn. */
type Games = readonly [number, number, number]

/** What a player has so far. Rounds that they missed are losses. */
interface Score {
  points: number
  win: number
  draw: number
  loss: number
  gamePoints: number
  games: number
  /** One for each match; byes have none. */
  opponents: string[]
}

export interface Standing extends Omit<Score, "opponents"> {
  player: Player
  /** Players who are tied share it, and are listed in seeded order. */
  rank: number
  isTied: boolean
  /** Opponents' match-win percentage, and for games the own and the opponents', from 0 to 1. */
  omw: Fraction
  gw: Fraction
  ogw: Fraction
}

/** Returns everybody who plays or has played, the best first. Tables without a result don't count yet. */
export function rankPlayers(tournament: Tournament): Standing[] {
  const { format, players, seed } = tournament
  const rules = RULES[format]
  const scores = scorePlayers(tournament)
  const rows = players
    .filter((player) => roundsOf(scores.get(player._id)!) > 0 || !hasLeft(player, Infinity))
    .map((player) => {
      const row = { player, ...rate(scores.get(player._id)!, scores, rules) }
      const chance = randomFrom(seed, `tie ${player._id}`)()
      return { row, chance, keys: [fraction(row.points), ...rules.tieBreakers(row)] }
    })
    .toSorted((one, other) => compareKeys(other.keys, one.keys) || one.chance - other.chance)
  return rows.map(({ row, keys }) => {
    const equal = rows.filter((other) => compareKeys(other.keys, keys) === 0)
    return { ...row, rank: rows.indexOf(equal[0]!) + 1, isTied: equal.length > 1 }
  })
}

function compareKeys(one: Fraction[], other: Fraction[]): number {
  return one.map((key, i) => compareFractions(key, other[i]!)).find((order) => order !== 0) ?? 0
}

function rate({ opponents, ...score }: Score, scores: Map<string, Score>, { points, floor }: Rules) {
  const met = opponents.map((id) => scores.get(id)!)
  const share = (top: number, bottom: number) => (bottom === 0 ? floor : maxFraction(fraction(top, bottom), floor))
  const gameWins = ({ gamePoints, games }: Omit<Score, "opponents">) => share(gamePoints, 3 * games)
  const meanOfMet = (rateOne: (score: Score) => Fraction) => (met.length === 0 ? floor : meanOf(met.map(rateOne)))
  return {
    ...score,
    omw: meanOfMet((each) => share(each.points, points.win * roundsOf(each))),
    gw: gameWins(score),
    ogw: meanOfMet(gameWins),
  }
}

const roundsOf = ({ win, draw, loss }: Score) => win + draw + loss

/** Returns each player's score by ID. */
function scorePlayers({ format, players, rounds }: Tournament): Map<string, Score> {
  const { points } = RULES[format]
  const scores = new Map(
    players.map(({ _id }): [string, Score] => [
      _id,
      { points: 0, win: 0, draw: 0, loss: 0, gamePoints: 0, games: 0, opponents: [] },
    ]),
  )
  for (const round of rounds) {
    for (const { id, outcome, games, opponents } of matchesOf(round, players)) {
      const score = scores.get(id)!
      const [won, lost, drawn] = games ?? [0, 0, 0]
      score[outcome]++
      score.points += points[outcome]
      score.gamePoints += 3 * won + drawn
      score.games += won + lost + drawn
      score.opponents.push(...opponents)
    }
  }
  return scores
}

interface Match {
  id: string
  outcome: keyof Points
  games: Games | null
  opponents: string[]
}

/** Returns what a round was for each player: a match, a bye, or missed. */
function* matchesOf({ number, tables, bye }: Round, players: Player[]): Generator<Match> {
  const seated = new Set([...tables.flatMap((table) => table.players), bye])
  const left = new Set(players.filter((player) => hasLeft(player, number)).map((player) => player._id))
  for (const { _id: id, aside, droppedAfter } of players) {
    const isMissed = !seated.has(id) && !aside && (droppedAfter === null || number <= droppedAfter)
    if (id === bye) yield { id, outcome: "win", games: WON, opponents: [] }
    if (isMissed) yield { id, outcome: "loss", games: LOST, opponents: [] }
  }
  for (const table of tables) {
    const outcome = outcomeOf(table)
    const result = outcome.state === "final" ? outcome.result : null
    const isLast = table.players.filter((id) => !left.has(id)).length === 1
    for (const id of table.players) {
      const opponents = table.players.filter((other) => other !== id)
      if (result) yield { id, ...read(result, id, table.players), opponents }
      else if (left.has(id)) yield { id, outcome: "loss", games: LOST, opponents }
      else if (isLast) yield { id, outcome: "win", games: WON, opponents }
    }
  }
}

/** Reads a table's result as one of its players sees it. */
function read(result: Result, id: string, players: string[]): Pick<Match, "outcome" | "games"> {
  if ("winner" in result) return { outcome: result.winner === id ? "win" : "loss", games: null }
  if ("draw" in result) return { outcome: "draw", games: null }
  const [first, second, drawn] = result.games
  const games: Games = id === players[0] ? [first, second, drawn] : [second, first, drawn]
  return { outcome: games[0] > games[1] ? "win" : games[0] < games[1] ? "loss" : "draw", games }
}
