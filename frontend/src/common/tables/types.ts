/** A tournament as GET /api/tables/{id} answers it, and the entries that its writer sends. Times are ISO, in UTC. */

export type Format = "swiss" | "draft" | "commander"

/** Games of a table's first player, of its second, and drawn; or who won a table of more, if anybody did. */
export type Result = { games: [number, number, number] } | { winner: string } | { draw: true }

export interface Player {
  _id: string
  /** First name and initial; seats without a name have that of the booking: "Maya R. +1". */
  name: string
  /** The first round that they may play since they came, or came back. They lose those before it that they missed. */
  fromRound: number
  /** The last round that was paired when they left; null: they did not. */
  droppedAfter: number | null
  /** This seat doesn't play. */
  aside: boolean
}

export interface Report {
  player: string
  result: Result
}

export interface Table {
  number: number
  /** IDs in the order of the seats. */
  players: string[]
  /** What the writer entered. */
  result: Result | null
  /** What players reported. */
  reports: Report[]
  /** Who left before the writer entered a result, in that order, and was not back before the round was over. */
  left?: string[]
}

export interface Pairing {
  tables: Pick<Table, "players">[]
  /** Who has no opponent. */
  bye: string | null
}

export interface Round extends Pairing {
  number: number
  clockEndsAt: string | null
  tables: Table[]
}

export interface Tournament {
  _id: string
  name: string
  startTime: string
  format: Format
  /** null: as many as are proposed, see `roundsOf`. */
  plannedRounds: number | null
  minutes: number
  /** For a draft: whether matches are paired in the whole room, not inside the pods. */
  wholeRoom: boolean
  /** Whether points are counted, which Commander can do without. */
  points: boolean
  seed: number
  generation: number
  writer: { name: string; since: string } | null
  endedAt: string | null
  players: Player[]
  rounds: Round[]
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
