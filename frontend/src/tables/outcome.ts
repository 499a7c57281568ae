/** What came out at a table: what the writer entered, or else what its players reported. */
import type { Player, Result, Table } from "./types"

export type Outcome =
  | { state: "final"; result: Result }
  /** One report. The players in `missing` have to confirm it. */
  | { state: "waiting"; result: Result; missing: string[] }
  /** Reports that don't match: the writer decides. */
  | { state: "differs" }
  | { state: "none" }

/** Returns the writer's result if there is one; else that of two equal reports. A player's last report counts. */
export function outcomeOf({ players, result, reports }: Table): Outcome {
  if (result) return { state: "final", result }
  const last = new Map(reports.map((report) => [report.player, report.result]))
  const [reported, ...others] = last.values()
  if (!reported) return { state: "none" }
  if (others.some((other) => !isSameResult(other, reported))) return { state: "differs" }
  if (others.length > 0) return { state: "final", result: reported }
  return { state: "waiting", result: reported, missing: players.filter((id) => !last.has(id)) }
}

/** Results have one key each, so their texts can be compared. */
const isSameResult = (one: Result, other: Result) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the player was gone, or set aside, before this round's end. */
export const hasLeft = ({ droppedAfter, aside }: Player, round: number): boolean =>
  aside || (droppedAfter !== null && droppedAfter <= round)
