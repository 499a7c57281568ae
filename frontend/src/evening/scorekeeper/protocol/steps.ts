/** What the scorekeeper enters with one tap. */
import { applyEntries } from "~/evening/tables/entries"
import { activePlayers, openTables, outcomeOf } from "~/common/tables/facts"
import { pairRound } from "~/evening/tables/pairing/round"
import type { Fact, Format, Result, Round, Table, Tournament } from "~/common/tables/types"

/** A fact and, of a result, who sits at the table and which result it corrects. */
export interface Step {
  fact: Fact
  players?: string[]
  was?: Result
}

/** Enters what the function makes of the tournament. Resolves with false if this phone can't save. */
export type Enter = (build: (now: Tournament) => Step[]) => Promise<boolean>

export const resultStep = (round: number, { number, players, result: was }: Table, result: Result): Step => ({
  fact: { kind: "result", round, table: number, ...result },
  players,
  ...(was && { was }),
})

/**
 * Pairs the next round. What players reported becomes a result first: otherwise somebody who contradicts it later would
 * take the pairing back, and points of it would not count. Returns nothing while results are missing, or for too few players.
 */
export function pairNext(now: Tournament, spread: boolean): Step[] {
  if (openTables(now).length > 0) return []
  const accepted = accept(now.rounds.slice(-1))
  const pairing = pairRound(after(now, accepted), { spread })
  if (!pairing) return []
  return [...accepted, { fact: { kind: "round", number: now.rounds.length + 1, ...pairing } }]
}

/** Returns the tournament as it will be with these steps. */
const after = (now: Tournament, steps: Step[]): Tournament =>
  steps.reduce((before, { fact }) => applyEntries(before, [{ at: "", ...fact }]), now)

/** Returns why the next round has too few players, or "". A draft needs six only to begin. */
export const whyNotPair = (now: Tournament): string =>
  tooFew(now.format, activePlayers(now).length, now.rounds.length === 0)

export function tooFew(format: Format, players: number, isFirst = true): string {
  if (format === "draft" && isFirst && players < 6) return "A draft needs 6 players."
  if (format === "commander" && players < 3) return "Wait for a third player."
  return players < 2 ? "Wait for a second player." : ""
}

/** Ends the tournament, with what players reported. */
export const endNow = ({ rounds }: Tournament): Step[] => [...accept(rounds.slice(-1)), { fact: { kind: "end" } }]

/** Enters what came out without a result of the writer: at a player's tables, or wherever somebody reported. */
function accept(rounds: Round[], player?: string): Step[] {
  return rounds.flatMap(({ number, tables }) =>
    tables.flatMap((table) => {
      const { result } = outcomeOf(table)
      const isMeant = player ? table.players.includes(player) : table.reports.length > 0
      return isMeant && result && !table.result ? [resultStep(number, table, result)] : []
    }),
  )
}

/**
 * Somebody leaves. What came out at their table becomes a result before: afterward, their report is only a note. If
 * nothing did, it is what comes out because they leave, even if they come back immediately.
 */
export function leave(now: Tournament, player: string): Step[] {
  const fact = { kind: "drop", player } as const
  const both = [now, after(now, [{ fact }])]
  return [...both.flatMap(({ rounds }) => accept(rounds.slice(-1), player)).slice(0, 1), { fact }]
}

/**
 * A seat doesn't play, or plays again. If it is back before the round is over, it goes on with its match. What it lost
 * otherwise becomes a result then, so that the log says it.
 */
export const setAside = ({ rounds }: Tournament, player: string, on: boolean): Step[] => [
  ...accept(on ? rounds.slice(-1) : rounds.slice(0, -1), player),
  { fact: { kind: "aside", player, on } },
]
