/** What the writer's phone entered and could not send yet, applied to what it knows: it goes on without a connection. */
import { isAway, nextNumber, playersIn } from "~/common/tables/facts"
import type { Entry, Player, Round, Table, Tournament } from "~/common/tables/types"

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
  switch (entry.kind) {
    case "round":
      return { ...tournament, rounds: [...rounds, startRound(entry)] }
    case "unpair":
      return unpair(tournament, entry.number)
    case "result": {
      const { kind: _, at: __, round, table: number, ...result } = entry
      return withRound(round, ({ tables }) => ({
        tables: tables.map((table) => (table.number === number ? { ...table, result } : table)),
      }))
    }
    case "player": {
      const { _id, name } = entry
      const player = { _id, name: name || "Guest", fromRound: nextNumber(tournament), droppedAfter: null, aside: false }
      return { ...tournament, players: [...players, player] }
    }
    case "name":
      return withPlayer(tournament, entry.player, ({ name }) => ({ name: entry.name || name }))
    case "aside":
      return withPlayer(tournament, entry.player, () => ({ aside: entry.on }))
    case "drop":
      return withPlayer(tournament, entry.player, ({ droppedAfter }) => ({
        droppedAfter: droppedAfter ?? rounds.length,
      }))
    case "undrop":
      return withPlayer(tournament, entry.player, () => ({ droppedAfter: null }))
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
 * Changes a player. Who leaves or comes back is noted at their table of the last round. What earlier rounds have noted
 * stays, no matter who comes back or leaves again.
 */
function withPlayer(tournament: Tournament, id: string, change: (player: Player) => Partial<Player>): Tournament {
  const { players, rounds } = tournament
  const last = rounds.at(-1)
  const changed = players.map((before) => {
    if (before._id !== id) return before
    const after = { ...before, ...change(before) }
    const hasMissed = last && isAway(before) && !isAway(after) && !playersIn(last).includes(id)
    return hasMissed ? { ...after, fromRound: last.number + 1 } : after
  })
  return { ...tournament, players: changed, rounds: noteLeft(rounds, changed, players) }
}

/** Notes at the tables of the last round without a result who left, and forgets who is back. */
function noteLeft(rounds: Round[], players: Player[], before = players): Round[] {
  const isAwayIn = (all: Player[]) => (id: string) => all.some((player) => player._id === id && isAway(player))
  const note = ({ left = [], ...table }: Table): Table => {
    const leaving = table.players.filter((id) => !isAwayIn(before)(id))
    const noted = table.result ? left : [...left, ...leaving].filter(isAwayIn(players))
    return noted.length > 0 ? { ...table, left: noted } : table
  }
  return rounds.map((round) => (round === rounds.at(-1) ? { ...round, tables: round.tables.map(note) } : round))
}

/**
 * Takes the last round back. Who came during it may play it, and who left has missed nothing. The round before goes on,
 * so that a player who came back since goes on with a match that was not finished.
 */
function unpair({ players, rounds, ...others }: Tournament, number: number): Tournament {
  const back = ({ fromRound, droppedAfter }: Player) => ({
    fromRound: Math.min(fromRound, number),
    droppedAfter: droppedAfter && Math.min(droppedAfter, number - 1),
  })
  return {
    ...others,
    players: players.map((each) => ({ ...each, ...back(each) })),
    rounds: noteLeft(rounds.slice(0, number - 1), players),
  }
}

const clockEnd = (entry: Of<"clock">): string =>
  "endsAt" in entry ? entry.endsAt : new Date(Date.parse(entry.at) + entry.left * 1000).toISOString()
