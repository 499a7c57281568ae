/** What the writer's phone entered and could not send yet, applied to what it knows: it goes on without a connection. */
import { isAway, nextNumber, playersIn } from "./facts"
import type { Entry, Player, Result, Round, Table, Tournament } from "./types"

type Of<K extends Entry["kind"]> = Extract<Entry, { kind: K }>

/** Returns the tournament as it will be once the server has these entries. */
export const applyEntries = (tournament: Tournament, entries: readonly Entry[]): Tournament =>
  entries.reduce((now, entry) => (isRefused(now, entry) ? now : applyEntry(now, entry)), tournament)

/**
 * Returns whether the server refuses an entry that was made twice or too late. What it checks besides (the form of a
 * result, who is paired) the phone can't enter otherwise.
 */
function isRefused(tournament: Tournament, entry: Entry): boolean {
  if (tournament.endedAt) return true
  if (entry.kind === "round") return entry.number !== nextNumber(tournament)
  if (entry.kind === "player") return tournament.players.some(({ _id }) => _id === entry._id)
  const round = tournament.rounds.at(-1)
  return entry.kind === "unpair" && (round?.number !== entry.number || round.tables.some((table) => table.result))
}

function applyEntry(tournament: Tournament, entry: Entry): Tournament {
  const { rounds, players } = tournament
  const withRound = (number: number, change: (round: Round) => Partial<Round>) => ({
    ...tournament,
    rounds: rounds.map((round) => (round.number === number ? { ...round, ...change(round) } : round)),
  })
  const withPlayer = (id: string, change: (player: Player) => Partial<Player>) => ({
    ...tournament,
    players: players.map((player) => (player._id === id ? { ...player, ...change(player) } : player)),
  })
  switch (entry.kind) {
    case "round":
      return { ...tournament, rounds: [...rounds, startRound(entry)] }
    case "unpair":
      return unpair(tournament, entry.number)
    case "result":
      return withRound(entry.round, ({ tables }) => ({
        tables: tables.map((table) => (table.number === entry.table ? { ...table, result: resultIn(entry) } : table)),
      }))
    case "player": {
      const { _id, name } = entry
      const player = { _id, name: name || "Guest", fromRound: nextNumber(tournament), droppedAfter: null, aside: false }
      return { ...tournament, players: [...players, player] }
    }
    case "name":
      return withPlayer(entry.player, ({ name }) => ({ name: entry.name || name }))
    case "aside":
      return move(tournament, entry.player, () => ({ aside: entry.on }))
    case "drop":
      return move(tournament, entry.player, ({ droppedAfter }) => ({ droppedAfter: droppedAfter ?? rounds.length }))
    case "undrop":
      return move(tournament, entry.player, () => ({ droppedAfter: null }))
    case "clock":
      return withRound(entry.round, () => ({ clockEndsAt: clockEnd(entry) }))
    case "end":
      return { ...tournament, endedAt: entry.at }
  }
}

function startRound({ number, tables, bye }: Of<"round">): Round {
  const seated = tables.map(({ players }, i) => ({ number: i + 1, players, result: null, reports: [] }))
  return { number, clockEndsAt: null, tables: seated, bye }
}

/**
 * Changes whether somebody is here, and notes it at their table of the last round if it has no result. What earlier
 * rounds have noted stays, whoever comes back or leaves again.
 */
function move(tournament: Tournament, id: string, change: (player: Player) => Partial<Player>): Tournament {
  const { players, rounds } = tournament
  const before = players.find(({ _id }) => _id === id)
  if (!before) return tournament
  const after = { ...before, ...change(before) }
  const last = rounds.at(-1)
  if (last && isAway(before) && !isAway(after) && !playersIn(last).includes(id))
    after.fromRound = nextNumber(tournament)
  const note = (table: Table): Table => {
    if (isAway(before) === isAway(after) || table.result || !table.players.includes(id)) return table
    const others = (table.left ?? []).filter((other) => other !== id)
    return withLeft(table, isAway(after) ? [...others, id] : others)
  }
  return {
    ...tournament,
    players: players.map((player) => (player === before ? after : player)),
    rounds: rounds.map((round) => (round === last ? { ...round, tables: round.tables.map(note) } : round)),
  }
}

const withLeft = ({ left: _, ...table }: Table, left: string[]): Table => (left.length > 0 ? { ...table, left } : table)

/**
 * Takes the last round back. Who came during it may play it, and who left has missed nothing. The round before goes on,
 * so that whoever came back since goes on with a match that was not finished.
 */
function unpair({ players, rounds, ...others }: Tournament, number: number): Tournament {
  const back = ({ fromRound, droppedAfter }: Player) => ({
    fromRound: Math.min(fromRound, number),
    droppedAfter: droppedAfter === null ? null : Math.min(droppedAfter, number - 1),
  })
  const away = new Set(players.filter(isAway).map(({ _id }) => _id))
  const goOn = (table: Table) =>
    table.result || !table.left
      ? table
      : withLeft(
          table,
          table.left.filter((id) => away.has(id)),
        )
  return {
    ...others,
    players: players.map((each) => ({ ...each, ...back(each) })),
    rounds: rounds
      .slice(0, number - 1)
      .map((round) => (round.number === number - 1 ? { ...round, tables: round.tables.map(goOn) } : round)),
  }
}

function resultIn(entry: Of<"result">): Result {
  if ("games" in entry) return { games: entry.games }
  return "winner" in entry ? { winner: entry.winner } : { draw: true }
}

const clockEnd = (entry: Of<"clock">): string =>
  "endsAt" in entry ? entry.endsAt : new Date(Date.parse(entry.at) + entry.left * 1000).toISOString()
