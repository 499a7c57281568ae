/** What the door's calls send and answer. */
import type { Fact, Result as MatchResult } from "~/common/tables/types"

type PassState = "valid" | "refunded" | "replaced" | "moved"

/** Why an entry that was made needs attention. */
export type Conflict = "unknown" | "replaced" | "moved" | "refunded" | "closed" | "double" | "over"

/** What a link allows: to check guests in, to sell as well, or to keep the tournament as well. */
export type Role = "door" | "till" | "tables"

export interface DoorDate {
  _id: string
  name: string
  startTime: string
  endTime: string
}

export interface Pass {
  /** The hash of the code: phones never get the codes themselves. */
  h: string
  /** Groups the passes of a booking. */
  b: number
  name: string
  seats: number
  /** Guests inside, up to the seats that the pass had when they came in. */
  in: number
  state: PassState
  /** The date of a moved pass. */
  to: string | null
}

export interface RecentEntry {
  device: string
  seq: number
  h: string | null
  at: string
  seats: number
  by: string
  conflict: Conflict | null
}

export interface GuestList {
  /**
   * As the date is now: its end may have changed since the phone entered. `totals`: what 1, 2, 3… seats cost together.
   * The shop rounds tax once per order, so these are no multiples. `taxRate`: such as 0.15.
   */
  night: DoorDate & { product: string; isCanceled: boolean; totals: number[]; taxRate: number }
  now: string
  /** The highest number of each phone's entries before any gap, by this phone's number and the IDs of others. */
  seen: Record<string, number>
  passes: Pass[]
  /** The phone's own entries have its number as `device`, those of others their ID. */
  recent: RecentEntry[]
  /** What one seat costs at the door, in dollars, with tax. */
  price: number
  /** The seats that this phone may sell without a connection. */
  allotment: number
  /** For a till: the seats that it can sell with a connection. */
  left?: number
  /** For a till: null before the drawer was opened. */
  drawer?: "open" | "closed" | null
}

export type How = "scan" | "typed" | "search"

interface InDraft {
  kind: "in"
  h: string
  seats: number
  how: How
  forced: boolean
}

interface UndoDraft {
  kind: "undo"
  of: number
}

/** A guest without a ticket, such as the host's friend. */
interface GuestDraft {
  kind: "guest"
  seats: number
  note: string
}

/** A sale for cash, in dollars. */
export interface SaleDraft {
  kind: "sale"
  seats: number
  total: number
  /** By which the total was taxed when the guest saw it. */
  taxRate: number
  given: number
  /** Whether the seats are from this phone's own allotment. */
  allotment: boolean
}

/** Cash that is put into the drawer or, if the amount is negative, taken out of it. */
interface CashDraft {
  kind: "cash"
  amount: number
  reason: string
}

/** By which a phone writes about a tournament. A later lease, of any phone, has a higher generation. */
export interface Lease {
  tables: string
  generation: number
}

/** What the scorekeeper entered about a tournament. */
export interface FactDraft extends Lease {
  kind: "fact"
  fact: Fact
  /** Of a result: who sits at the table, because the round may be paired again. */
  players?: string[]
  /** Of a result that corrects another one: that one. */
  was?: MatchResult
}

export type Body = InDraft | UndoDraft | GuestDraft | SaleDraft | CashDraft | FactDraft

/** An entry before it is stored, which gives it its number. */
export type Draft = Body & { at: string }

export type Entry = Draft & { seq: number }

export interface Batch {
  device: string
  sentAt: string
  /** Entries to send, with those of this batch. */
  queued: number
  entries: Entry[]
  /** Under which number and at which date they were made, if not as `device` tonight. */
  original?: { device: string; night: string }
  /** Of facts, under which they were entered: they are sent to the tournament. Without it, entries are the door's. */
  lease?: Lease
}

export type Answer = "stored" | "repeated" | "unusable"

/** Those of facts have neither a conflict nor guests. */
export interface Result {
  seq: number
  answer: Answer
  code?: string
  conflict?: Conflict | null
  in?: number | null
  seats?: number | null
}

export interface EntriesAnswer {
  now?: string
  seen: number
  results: Result[]
}

/** A sale that is made while the volunteer waits for the shop. Amounts are in dollars. */
export interface SaleRequest {
  seq: number
  seats: number
  name: string
  /** What the guest was told. If the seats cost something else by now, none is sold. */
  total: number
  given: number
}

export interface SaleAnswer {
  total: number
  change: number
  h: string
}
