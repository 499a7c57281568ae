/** What the page says about results and about where somebody is. */
import { formatGames, inWords, isAway, outcomeOf } from "~/common/tables/facts"
import { podsOf } from "~/evening/tables/pods"
import type { Player, Result, Round, Table, Tournament } from "~/common/tables/types"

/** Ends a sentence. "Sam R." brings its own period. */
export const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`)

// --- Results ---------------------------------------------------------------------------------------------------------

/** Says a result: "2–1 for Sam R.", "2–1 for you", "a draw, 1–1–1", "Sam R. won". `you` is the reader's seat. */
export function formatResult(result: Result, table: Table, nameOf: (id: string) => string, you?: string): string {
  const call = (id: string) => (id === you ? "you" : nameOf(id))
  if ("winner" in result) return `${call(result.winner)} won`
  if ("draw" in result) return "a draw"
  const [first, second] = result.games
  if (first === second) return `a draw, ${formatGames(result.games)}`
  const winner = table.players[first > second ? 0 : 1]!
  return `${formatGames(result.games, second > first)} for ${call(winner)}`
}

/** Says what a table has come to, as everybody reads it. */
export function describeTable(table: Table, nameOf: (id: string) => string): string {
  const outcome = outcomeOf(table)
  switch (outcome.state) {
    case "final":
    case "left":
      return formatResult(outcome.result, table, nameOf)
    case "waiting":
      return `${formatResult(outcome.result, table, nameOf)}, waiting for ${inWords(outcome.missing.map(nameOf))}`
    case "differs":
      return "reports don't match"
    case "none":
      return ""
  }
}

// --- Places ----------------------------------------------------------------------------------------------------------

/** Where a player is in the last round that was paired. */
export interface Place {
  player: Player
  table: Table | null
  /** Why they have no table. */
  without: string
  /** In a draft, where they sit while they draft: "Pod 1, seat 3". */
  draftSeat: string
}

/** Returns where everybody is, by name. Seats that don't play are left out. */
export function listPlaces(tournament: Tournament): Place[] {
  const round = tournament.rounds.at(-1)
  const tables = new Map(round?.tables.flatMap((table) => table.players.map((id) => [id, table] as const)))
  const seats = draftSeats(tournament)
  return tournament.players
    .filter((player) => !player.aside || tables.has(player._id))
    .map((player) => ({
      player,
      table: tables.get(player._id) ?? null,
      without: round && !tables.has(player._id) ? reasonWithout(player, round) : "",
      draftSeat: seats.get(player._id) ?? "",
    }))
    .sort((one, other) => one.player.name.localeCompare(other.player.name, "en", { numeric: true }))
}

function reasonWithout(player: Player, { number, bye }: Round): string {
  if (player._id === bye) return "No opponent: a bye, won 2–0"
  if (player.aside) return "Doesn't play"
  if (isAway(player)) return "Left"
  return `Plays from round ${Math.max(player.fromRound, number + 1)}`
}

function draftSeats(tournament: Tournament): Map<string, string> {
  if (tournament.format !== "draft") return new Map()
  const pods = podsOf(tournament)
  return new Map(
    pods.flatMap((seats, pod) => seats.map((id, seat) => [id, `Pod ${pod + 1}, seat ${seat + 1}`] as const)),
  )
}

/** Returns who else sits at the player's table, in the order of the seats. */
export const othersAt = (table: Table, id: string): string[] => table.players.filter((other) => other !== id)
