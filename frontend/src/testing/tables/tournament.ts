/** Tournaments of players named A, B, C …, from a line for each round: "A-B 2-0, C-D 1-1-1, E bye". */
import type { Player, Round, Table, Tournament } from "~/common/tables/types"

export const aPlayer = (_id: string, over: Partial<Player> = {}): Player => ({
  _id,
  name: `${_id}.`,
  fromRound: 1,
  droppedAfter: null,
  aside: false,
  ...over,
})

/** Returns players named "1", "2", … */
export const somePlayers = (count: number): Player[] => Array.from({ length: count }, (_, i) => aPlayer(String(i + 1)))

export function aTournament(over: Partial<Tournament> = {}): Tournament {
  return {
    _id: "1",
    name: "Friday Draft",
    startTime: "2026-11-27T03:00:00Z",
    format: "swiss",
    plannedRounds: null,
    minutes: 50,
    wholeRoom: false,
    points: true,
    seed: 1,
    generation: 1,
    writer: null,
    endedAt: null,
    players: [],
    rounds: [],
    ...over,
  }
}

/**
 * Builds a tournament in which the players of these rounds met. "A-B" has no result yet, and in its round, players left
 * who were dropped after it.
 */
export function tournamentOf(lines: string[], over: Partial<Tournament> = {}): Tournament {
  const ids = new Set(lines.flatMap((line) => line.match(/[A-Z]\b/g) ?? []))
  const players = over.players ?? [...ids].toSorted().map((id) => aPlayer(id))
  return aTournament({ rounds: lines.map((line, i) => readRound(line, i, players)), ...over, players })
}

function readRound(line: string, index: number, players: Player[]): Round {
  const parts = line.split(", ")
  const bye = parts.find((part) => part.endsWith(" bye"))?.[0] ?? null
  const tables = parts.filter((part) => !part.endsWith(" bye")).map(readTable)
  for (const table of tables.filter(({ result }) => !result)) {
    const left = players.filter(({ _id, droppedAfter }) => droppedAfter === index + 1 && table.players.includes(_id))
    if (left.length > 0) table.left = left.map(({ _id }) => _id)
  }
  return { number: index + 1, clockEndsAt: null, tables, bye }
}

function readTable(part: string, index: number): Table {
  const [players = "", games] = part.split(" ")
  const [first = 0, second = 0, drawn = 0] = games?.split("-").map(Number) ?? []
  return {
    number: index + 1,
    players: players.split("-"),
    result: games ? { games: [first, second, drawn] } : null,
    reports: [],
  }
}
