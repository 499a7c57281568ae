/** What the scorekeeper enters with one tap. */
import { activePlayers, openTables, outcomeOf } from "~/tables/facts"
import { pairRound } from "~/tables/pairing/round"
import type { Fact, Format, Result, Table, Tournament } from "~/tables/types"

/** A fact and, of a result, who sits at the table and which result it corrects. */
export interface Step {
  fact: Fact
  players?: string[]
  was?: Result
}

export const resultStep = (round: number, { number, players, result: was }: Table, result: Result): Step => ({
  fact: { kind: "result", round, table: number, ...result },
  players,
  ...(was && { was }),
})

/**
 * Pairs the next round. What players reported becomes a result first: otherwise somebody who contradicts it later would
 * take the pairing back. Returns nothing while results are missing, or for too few players.
 */
export function pairNext(now: Tournament, spread: boolean): Step[] {
  const pairing = openTables(now).length === 0 ? pairRound(now, { spread }) : null
  if (!pairing) return []
  return [...acceptReports(now), { fact: { kind: "round", number: now.rounds.length + 1, ...pairing } }]
}

/** Returns why the next round has too few players, or "". A draft needs six only to begin. */
export const whyNotPair = (now: Tournament): string =>
  tooFew(now.format, activePlayers(now).length, now.rounds.length === 0)

export function tooFew(format: Format, players: number, isFirst = true): string {
  if (format === "draft" && isFirst && players < 6) return "A draft needs 6 players."
  if (format === "commander" && players < 3) return "Wait for a third player."
  return players < 2 ? "Wait for a second player." : ""
}

/** Ends the tournament, with what players reported. */
export const endNow = (now: Tournament): Step[] => [...acceptReports(now), { fact: { kind: "end" } }]

/** Enters what was reported in the last round, at all tables or at those that are meant. */
function acceptReports({ rounds }: Tournament, isMeant: (table: Table) => boolean = () => true): Step[] {
  const round = rounds.at(-1)
  return (round?.tables ?? []).filter(isMeant).flatMap((table) => {
    const { state, result } = outcomeOf(table)
    return result && state !== "left" && !table.result ? [resultStep(round!.number, table, result)] : []
  })
}

/** Somebody leaves. A match of two that they don't finish is lost, also if they come back at once. */
export function leave(now: Tournament, player: string): Step[] {
  const round = now.rounds.at(-1)
  const open = round?.tables.find((table) => table.players.includes(player) && !outcomeOf(table).result)
  const lost = open?.players.length === 2 ? [resultStep(round!.number, open, lostBy(player, open))] : []
  return [...lost, ...acceptReportsOf(now, player), { fact: { kind: "drop", player } }]
}

const lostBy = (player: string, table: Table): Result => ({
  games: table.players[0] === player ? [0, 2, 0] : [2, 0, 0],
})

/** A seat doesn't play. If it does again before the round is over, it goes on with its match. */
export const setAside = (now: Tournament, player: string): Step[] => [
  ...acceptReportsOf(now, player),
  { fact: { kind: "aside", player, on: true } },
]

/** What was reported before somebody leaves becomes a result: afterward, their report is only a note. */
const acceptReportsOf = (now: Tournament, player: string): Step[] =>
  acceptReports(now, (table) => table.players.includes(player))

/** Somebody who was set aside plays again. What they lost by that becomes a result, so that the log says it. */
export function playAgain({ rounds }: Tournament, player: string): Step[] {
  const lost = rounds.slice(0, -1).flatMap(({ number, tables }) =>
    tables.flatMap((table) => {
      const { state, result } = outcomeOf(table)
      return state === "left" && table.left?.includes(player) ? [resultStep(number, table, result)] : []
    }),
  )
  return [...lost, { fact: { kind: "aside", player, on: false } }]
}
