/** What a tournament's stored facts say: what came out at a table, who plays next, and who met whom; in words, too. */
import type { Pairing, Player, Result, Round, Table, Tournament } from "./types"

export type Outcome =
  | { state: "final"; result: Result }
  /** One report, which counts until somebody contradicts it. The players in `missing` have not confirmed it. */
  | { state: "waiting"; result: Result; missing: string[] }
  /** Reports that don't match: the writer decides. */
  | { state: "differs"; result: null }
  | { state: "none"; result: null }

/** Returns the writer's result if there is one, or else what the players reported. The last report of each counts. */
export function outcomeOf({ players, result, reports }: Table): Outcome {
  if (result) return { state: "final", result }
  const last = new Map(reports.map((report) => [report.player, report.result]))
  const [reported, ...others] = last.values()
  if (!reported) return { state: "none", result: null }
  if (others.some((other) => !isSameResult(other, reported))) return { state: "differs", result: null }
  if (others.length > 0) return { state: "final", result: reported }
  return { state: "waiting", result: reported, missing: players.filter((id) => !last.has(id)) }
}

/** Results have one key each, so their texts can be compared. */
export const isSameResult = (one: Result, other: Result) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the player was gone, or set aside, before this round's end. */
export const hasLeft = ({ droppedAfter, aside }: Player, round: number): boolean =>
  aside || (droppedAfter !== null && droppedAfter <= round)

/** Returns the tables of the last round that the next one waits for. If somebody left one, it needs no result. */
export function openTables({ players, rounds, points }: Tournament): Table[] {
  const round = rounds.at(-1)
  if (!round || !points) return []
  const left = new Set(players.filter((player) => hasLeft(player, round.number)).map((player) => player._id))
  return round.tables.filter((table) => !outcomeOf(table).result && !table.players.some((id) => left.has(id)))
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
  const isActive = (player: Player) => !player.aside && player.droppedAfter === null && player.fromRound <= next
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
