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

function acceptReports({ rounds }: Tournament): Step[] {
  const round = rounds.at(-1)
  return (round?.tables ?? []).flatMap((table) => {
    const { result } = outcomeOf(table)
    return result && !table.result ? [resultStep(round!.number, table, result)] : []
  })
}

/** Somebody leaves. A match that they don't finish is lost: if they come back, nothing else would say so. */
export function leave({ rounds, format }: Tournament, player: string): Step[] {
  const round = rounds.at(-1)
  const table = format === "commander" ? undefined : round?.tables.find(({ players }) => players.includes(player))
  const isOpen = table && !outcomeOf(table).result
  return [...(isOpen ? [lostStep(round!.number, table, player)] : []), { fact: { kind: "drop", player } }]
}

/** Somebody who was set aside plays again. Matches of earlier rounds that they didn't finish stay lost, as in `leave`. */
export function playAgain({ rounds, format }: Tournament, player: string): Step[] {
  const earlier = format === "commander" ? [] : rounds.slice(0, -1)
  const lost = earlier.flatMap(({ number, tables }) =>
    tables
      .filter((table) => table.players.includes(player) && !outcomeOf(table).result)
      .map((table) => lostStep(number, table, player)),
  )
  return [...lost, { fact: { kind: "aside", player, on: false } }]
}

const lostStep = (round: number, table: Table, player: string): Step =>
  resultStep(round, table, { games: table.players[0] === player ? [0, 2, 0] : [2, 0, 0] })
