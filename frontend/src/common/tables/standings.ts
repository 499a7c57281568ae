/**
 * The standings: match points, then how strong the opponents were. The Magic Tournament Rules, appendix C (effective
 * 2026-02-27), describe the tie-breakers; Commander has fewer. Everything is computed from the facts, and never stored.
 */
import { countedAt, isAway, playersIn, stayedAt } from "./facts"
import { compareFractions, fraction, maxFraction, meanOf, type Fraction } from "./fractions"
import { randomFrom } from "./random"
import type { Format, Player, Round, Table, Tournament } from "./types"

type Key = "points" | "wins" | "omw" | "gw" | "ogw"
/** `floor` is the least that the share of an opponent counts, and `order` is what decides, in turn. */
type Rules = { win: number; draw: number; floor: Fraction; order: Key[] }

const MATCHES: Rules = { win: 3, draw: 1, floor: fraction(33, 100), order: ["points", "omw", "gw", "ogw"] }
const TABLES: Rules = { win: 5, draw: 1, floor: fraction(1, 5), order: ["points", "omw", "wins"] }
const RULES: Record<Format, Rules> = { swiss: MATCHES, draft: MATCHES, commander: TABLES }

/** Games won, lost and drawn. A table of three to five is one game. */
type Games = readonly [won: number, lost: number, drawn: number]
const BYE: Games = [2, 0, 0]
const MISSED: Games = [0, 2, 0]

/** What a player has so far. Rounds that they missed are losses. */
interface Score {
  points: number
  wins: number
  losses: number
  draws: number
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
  /** The mean share of match points that the opponents won; the own share of game points, and the opponents' mean. */
  omw: Fraction
  gw: Fraction
  ogw: Fraction
}

/** "2", or "2 tied" */
export const formatRank = ({ rank, isTied }: Pick<Standing, "rank" | "isTied">): string =>
  `${rank}${isTied ? " tied" : ""}`

/** Returns everybody who plays or has played, the best first. Tables without a confirmed result don't count yet. */
export function rankPlayers(tournament: Tournament): Standing[] {
  const { format, players, rounds, seed } = tournament
  const scores = scorePlayers(tournament)
  const paired = new Set(rounds.flatMap(playersIn))
  const rows = players
    .filter((player) => paired.has(player._id) || !isAway(player))
    .map((player) => ({ player, ...rate(scores.get(player._id)!, scores, RULES[format]) }))
    .map((row) => ({ row, chance: randomFrom(seed, `tie ${row.player._id}`)() }))
    .sort((one, other) => compare(one.row, other.row) || one.chance - other.chance)
    .map(({ row }) => row)
  return rows.map((row) => {
    const equal = rows.filter((other) => compare(row, other) === 0)
    return { ...row, rank: rows.indexOf(equal[0]!) + 1, isTied: equal.length > 1 }
  })

  function compare(one: Pick<Standing, Key>, other: Pick<Standing, Key>): number {
    const inTurn = RULES[format].order.map((key) => compareFractions(toFraction(other[key]), toFraction(one[key])))
    return inTurn.find((order) => order !== 0) ?? 0
  }
}

const toFraction = (value: number | Fraction) => (typeof value === "number" ? fraction(value) : value)

function rate({ opponents, ...score }: Score, scores: Map<string, Score>, { win, floor }: Rules) {
  const share = (top: number, bottom: number) => (bottom === 0 ? floor : maxFraction(fraction(top, bottom), floor))
  const matchShare = (each: Score) => share(each.points, win * countRounds(each))
  const gameShare = (each: Pick<Score, "gamePoints" | "games">) => share(each.gamePoints, 3 * each.games)
  const met = opponents.map((id) => scores.get(id)!)
  const mean = (shareOf: (each: Score) => Fraction) => (met.length === 0 ? floor : meanOf(met.map(shareOf)))
  return { ...score, omw: mean(matchShare), gw: gameShare(score), ogw: mean(gameShare) }
}

const countRounds = ({ wins, losses, draws }: Score) => wins + losses + draws

/** Returns each player's score by ID. */
export function scorePlayers({ format, players, rounds }: Tournament): Map<string, Score> {
  const { win, draw } = RULES[format]
  const scores = new Map<string, Score>()
  for (const { _id } of players) {
    scores.set(_id, { points: 0, wins: 0, losses: 0, draws: 0, gamePoints: 0, games: 0, opponents: [] })
  }
  for (const { id, games, opponents } of rounds.flatMap((round) => [...matchesOf(round, players)])) {
    const score = scores.get(id)!
    const [won, lost, drawn] = games
    score[won > lost ? "wins" : won < lost ? "losses" : "draws"]++
    score.points += won > lost ? win : won < lost ? 0 : draw
    score.gamePoints += 3 * won + drawn
    score.games += won + lost + drawn
    score.opponents.push(...opponents)
  }
  return scores
}

/** Returns what a round was for each player. Players who are away have missed those before they came back. */
function* matchesOf({ number, tables, bye }: Round, players: Player[]) {
  for (const player of players) {
    const { _id: id, fromRound } = player
    const table = tables.find((each) => each.players.includes(id))
    const withoutTable = id === bye ? BYE : number < fromRound || !isAway(player) ? MISSED : null
    const games = table ? gamesAt(table, id) : withoutTable
    if (games) yield { id, games, opponents: table?.players.filter((other) => other !== id) ?? [] }
  }
}

/** Returns what came out at a table as one of its players sees it; null: nothing yet. */
function gamesAt(table: Table, id: string): Games | null {
  const result = countedAt(table)
  const stayed = stayedAt(table)
  // Those who go on may draw: it is still lost for those who left.
  if (!stayed.includes(id) && (!result || ("draw" in result && stayed.length > 1))) return MISSED
  if (!result) return null
  if ("winner" in result) return result.winner === id ? [1, 0, 0] : [0, 1, 0]
  if ("draw" in result) return [0, 0, 1]
  const [one, other, drawn] = result.games
  return id === table.players[0] ? [one, other, drawn] : [other, one, drawn]
}
