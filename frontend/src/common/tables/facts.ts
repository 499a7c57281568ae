/** What a tournament's stored facts say: what came out at a table, who plays next, and who met whom; in words, too. */
import type { Pairing, Player, Result, Round, Table, Tournament } from "./types"

export type Outcome =
  | { state: "final"; result: Result }
  /** One report, which the players in `missing` have not confirmed. The next round doesn't wait for them. */
  | { state: "waiting"; result: Result; missing: string[] }
  /** Everybody else left: the player who stayed has won. */
  | { state: "left"; result: Result }
  /** Reports that don't match: the writer decides. */
  | { state: "differs"; result: null }
  | { state: "none"; result: null }

/**
 * Returns the writer's result if there is one, or else what the players reported who stayed, or that the only one who
 * stayed has won. The last report of each player counts; those of players who left are notes for the writer.
 */
export function outcomeOf(table: Table): Outcome {
  const { players, result, reports } = table
  if (result) return { state: "final", result }
  const stayed = stayedAt(table)
  const last = new Map(reports.map((report) => [report.player, report.result]))
  const [reported, ...others] = stayed.flatMap((id) => last.get(id) ?? [])
  if (!reported) {
    const [winner = "", ...more] = stayed
    return more.length > 0 ? { state: "none", result: null } : { state: "left", result: wonBy(winner, players) }
  }
  if (others.some((other) => !isSame(other, reported))) return { state: "differs", result: null }
  const missing = stayed.filter((id) => !last.has(id))
  const isAgreed = others.length > 0 || missing.length === 0
  return isAgreed ? { state: "final", result: reported } : { state: "waiting", result: reported, missing }
}

/** Returns what counts in the standings: not what one player says alone. It counts once the writer goes on with it. */
export function countedAt(table: Table): Result | null {
  const { state, result } = outcomeOf(table)
  return state === "waiting" ? null : result
}

/** Returns who is or was there until the match was over. Of those who left, the last one stayed so long, if nobody else did. */
export function stayedAt({ players, left = [] }: Table): string[] {
  const gone = left.slice(0, players.length - 1)
  return players.filter((id) => !gone.includes(id))
}

const wonBy = (winner: string, [first, ...others]: string[]): Result =>
  others.length > 1 ? { winner } : { games: winner === first ? [2, 0, 0] : [0, 2, 0] }

/** Results have one key each, and nothing adds keys in another order, so that texts can be compared. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the player has left, or doesn't play. */
export const isAway = ({ droppedAfter, aside }: Player): boolean => aside || droppedAfter !== null

/** Returns the tables of the last round that the next one waits for. */
export function openTables({ rounds, points }: Tournament): Table[] {
  const last = rounds.at(-1)
  return last && points ? last.tables.filter((table) => !outcomeOf(table).result) : []
}

/** Returns the IDs of everybody in a round. */
export const playersIn = ({ tables, bye }: Pairing): string[] => [
  ...tables.flatMap((table) => table.players),
  ...(bye ? [bye] : []),
]

export const nextNumber = ({ rounds }: Tournament): number => (rounds.at(-1)?.number ?? 0) + 1

/** Returns the IDs of the players whom the next round has to pair. */
export function activePlayers(tournament: Tournament): string[] {
  const next = nextNumber(tournament)
  const isActive = (player: Player) => !isAway(player) && player.fromRound <= next
  return tournament.players.filter(isActive).map((player) => player._id)
}

/** Returns a function that counts how often two players were paired. */
export function meetingsIn(rounds: readonly Round[]): (one: string, other: string) => number {
  const counts = new Map<string, number>()
  for (const { players } of rounds.flatMap((round) => round.tables)) {
    for (const pair of players.flatMap((one) => players.map((other) => `${one} ${other}`))) {
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
  }
  return (one, other) => counts.get(`${one} ${other}`) ?? 0
}

/** Returns the pairs of players who meet again in these tables. */
export function findRepeats(tables: readonly { players: string[] }[], rounds: readonly Round[]): [string, string][] {
  const meetings = meetingsIn(rounds)
  return tables
    .flatMap(({ players }) =>
      players.flatMap((one, i) => players.slice(i + 1).map((other): [string, string] => [one, other])),
    )
    .filter(([one, other]) => meetings(one, other) > 0)
}

/** "2–1" as the table's first player sees it, or as the second one. Drawn games come last: "1–1–1". */
export function formatGames([first, second, drawn]: [number, number, number], isSecond = false): string {
  return [...(isSecond ? [second, first] : [first, second]), ...(drawn > 0 ? [drawn] : [])].join("–")
}

/** "2, 3 and 7", "Sam and Ana" */
export function inWords(items: readonly (string | number)[]): string {
  return [items.slice(0, -1).join(", "), ...items.slice(-1)].filter(Boolean).join(" and ")
}
