/** What the phone entered and the shop didn't use, usually because another phone took over. */
import { activePlayers, isSame, openTables, playersIn } from "~/common/tables/facts"
import { applyEntries } from "~/evening/tables/entries"
import type { Fact, Entry as TablesEntry, Tournament } from "~/common/tables/types"
import type { Log, Row } from "~/evening/door/protocol/log"
import type { Entry, FactDraft } from "~/evening/door/protocol/types"
import type { PlayersOfPass } from "./now"
import type { Step } from "./steps"

export type FactRow = Row & { entry: Extract<Entry, FactDraft> }
type FactOf<K extends Fact["kind"]> = Extract<Fact, { kind: K }>

const isFact = (row: Row): row is FactRow => row.entry.kind === "fact"

/** Returns what the phone entered about the tournament, oldest first. */
export const factsOf = (log: Log, tables: string): FactRow[] =>
  log.filter(isFact).filter(({ entry }) => entry.tables === tables)

const isUnused = ({ answer, isTakenOver }: Row): boolean =>
  isTakenOver === true || answer === "unusable" || answer === "refused"

/** A fact that the shop didn't use, and the step that enters it again; null: it doesn't fit any longer. */
export interface Unused {
  row: FactRow
  step: Step | null
  /** Whether the other phone entered the same, or a player for each guest of the ticket, so that nothing is missing. */
  isSettled: boolean
}

/** Returns what the shop didn't use, unless the scorekeeper has decided about it. */
export function findUnused(log: Log, tournament: Tournament, passes: readonly PlayersOfPass[]): Unused[] {
  let now = tournament
  const playing = new Map(passes.map(({ pass, playing }) => [pass.h, playing]))
  const inside = new Map(passes.map(({ pass, inside }) => [pass.h, inside]))
  const countOf = (h: string) => playing.get(h) ?? 0
  const isComplete = (h: string) => countOf(h) > 0 && countOf(h) >= (inside.get(h) ?? Infinity)
  return factsOf(log, tournament._id)
    .filter((row) => isUnused(row) && !row.isTold)
    .map((row) => {
      const { fact, at } = row.entry
      const h = fact.kind === "player" ? fact.pass : undefined
      if (h && isComplete(h)) return { row, step: null, isSettled: true }
      const before = now
      const step = repeat(now, row)
      if (!step) return { row, step, isSettled: false }
      now = applyEntries(now, [{ at, ...step.fact } as TablesEntry])
      if (h) playing.set(h, countOf(h) + 1)
      return { row, step, isSettled: isSame(now, before) }
    })
}

/** Returns the step that enters a fact again, or null. */
function repeat(now: Tournament, { entry: { fact, players = [], at } }: FactRow): Step | null {
  if (now.endedAt) return null
  const has = (id: string) => now.players.some(({ _id }) => _id === id)
  switch (fact.kind) {
    case "round":
      return fitsRound(now, fact) ? { fact } : null
    case "result": {
      const table = now.rounds[fact.round - 1]?.tables[fact.table - 1]
      if (table?.players.join() !== players.join()) return null // or the round was paired again
      return { fact, players, ...(table.result && { was: table.result }) }
    }
    case "clock":
      return fact.round === now.rounds.length ? { fact: endingThen(fact, at) } : null
    case "player":
      return has(fact._id) ? null : { fact }
    case "unpair":
      return null // it was about another pairing
    case "end":
      return { fact }
    default:
      return has(fact.player) ? { fact } : null
  }
}

function fitsRound(now: Tournament, fact: FactOf<"round">): boolean {
  const active = new Set(activePlayers(now))
  const seated = playersIn(fact)
  const isNext = fact.number === now.rounds.length + 1 && openTables(now).length === 0
  return isNext && seated.length === active.size && seated.every((id) => active.has(id))
}

/** The time that is left was meant from when it was entered. */
function endingThen(fact: FactOf<"clock">, at: string): FactOf<"clock"> {
  if ("endsAt" in fact) return fact
  const endsAt = new Date(Date.parse(at) + fact.left * 1000).toISOString()
  return { kind: "clock", round: fact.round, endsAt }
}
