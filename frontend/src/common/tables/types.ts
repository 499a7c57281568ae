/** A tournament as GET /api/tables/{id} answers it, and the entries that its writer sends. Times are ISO, in UTC. */
import type { Schemas } from "~/common/api/types"

export type Format = Tournament["format"]

/** Games of a table's first player, of its second, and drawn; or who won a table of more, if anybody did. */
export type Result = { games: [number, number, number] } | { winner: string } | { draw: true }

/** Its name is a first name and initial. Seats without a name have that of the booking: "Maya R. +1". */
export type Player = Schemas["Player"]

export interface Report extends Omit<Schemas["Report"], "result"> {
  result: Result
}

export interface Table extends Omit<Schemas["Table"], "result" | "reports"> {
  result: Result | null
  reports: Report[]
}

export interface Pairing extends Pick<Schemas["Round"], "bye"> {
  tables: Pick<Table, "players">[]
}

export interface Round extends Omit<Schemas["Round"], "tables"> {
  tables: Table[]
}

/** Without `plannedRounds`, it has as many as are proposed: see `roundsOf`. */
export interface Tournament extends Omit<Schemas["Tournament"], "rounds"> {
  rounds: Round[]
  /** What players chose of questions that seat them together, as the pairing phone knows it. Nobody is shown it. */
  answers?: Record<string, (number | null | undefined)[]> | null
}

/** What the writer enters, without its time. The `_id` of a new player has 24 hexadecimal digits. */
export type Fact =
  | ({ kind: "round"; number: number } & Pairing)
  | { kind: "unpair"; number: number }
  | ({ kind: "result"; round: number; table: number } & Result)
  | { kind: "player"; _id: string; name: string; pass?: string }
  | { kind: "name"; player: string; name: string }
  | { kind: "aside"; player: string; on: boolean }
  | { kind: "drop" | "undrop"; player: string }
  | { kind: "clock"; round: number; left: number }
  | { kind: "clock"; round: number; endsAt: string }
  | { kind: "end" }

/** `left` of a clock is in seconds after `at`. */
export type Entry = { at: string } & Fact
