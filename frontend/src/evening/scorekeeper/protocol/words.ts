/** What the screens say about a tournament. */
import { formatGames, inWords, isSame, outcomeOf } from "~/common/tables/facts"
import type { Fact, Result, Table } from "~/common/tables/types"
import type { FactRow } from "./again"

/** "2–1", "1–1–1" with drawn games, "Ana B. won", "a draw" */
function resultText(result: Result, nameOf: (id: string) => string): string {
  if ("draw" in result) return "a draw"
  return "winner" in result ? `${nameOf(result.winner)} won` : formatGames(result.games)
}

/** "Ana B. won 2–1", "Drawn 1–1–1", "Ana B. won", "A draw" */
function outcomeText(result: Result, { players }: Table, nameOf: (id: string) => string): string {
  if ("draw" in result) return "A draw"
  if ("winner" in result) return resultText(result, nameOf)
  const [one, other] = result.games
  if (one === other) return `Drawn ${formatGames(result.games)}`
  const isSecond = other > one
  return `${nameOf(players[isSecond ? 1 : 0]!)} won ${formatGames(result.games, isSecond)}`
}

/** Where a table is, in a few words: "2–1 reported, waiting for Sam T." */
export function stateText(table: Table, nameOf: (id: string) => string): string {
  const outcome = outcomeOf(table)
  switch (outcome.state) {
    case "final":
    case "left":
      return outcomeText(outcome.result, table, nameOf) + (table.result || table.left ? "" : ", as all reported")
    case "waiting":
      return `${resultText(outcome.result, nameOf)} reported, waiting for ${inWords(outcome.missing.map(nameOf))}`
    case "differs":
      return `These don't match: ${inWords(reportedAt(table).map((result) => resultText(result, nameOf)))}`
    case "none":
      return "No result yet"
  }
}

/** Returns what players reported, each result once. */
export function reportedAt({ reports }: Pick<Table, "reports">): Result[] {
  const results = reports.map(({ result }) => result)
  return results.filter((result, i) => i === results.findIndex((other) => isSame(other, result)))
}

/** "34:12 left", "2:10 over" */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
  return `${time} ${milliseconds < 0 ? "over" : "left"}`
}

/** Says what the phone entered. A result that corrects another one says both. */
export function describe({ entry: { fact, was } }: FactRow, nameOf: (id: string) => string): string {
  const text = factText(fact, nameOf)
  const before = was && resultText(was, nameOf)
  return before && fact.kind === "result" && before !== resultText(fact, nameOf) ? `${text}, was ${before}` : text
}

export function factText(fact: Fact, nameOf: (id: string) => string): string {
  switch (fact.kind) {
    case "round":
      return `Round ${fact.number} paired`
    case "unpair":
      return `Pairing of round ${fact.number} undone`
    case "result":
      return `Round ${fact.round}, table ${fact.table}: ${resultText(fact, nameOf)}`
    case "player":
      return `${nameOf(fact._id)} added`
    case "name":
      return `${fact.name || nameOf(fact.player)} named`
    case "aside":
      return `${nameOf(fact.player)} ${fact.on ? "doesn't play" : "plays"}`
    case "drop":
      return `${nameOf(fact.player)} had to go`
    case "undrop":
      return `${nameOf(fact.player)} is back`
    case "clock":
      return `Clock of round ${fact.round} set`
    case "end":
      return "Tournament ended"
  }
}
