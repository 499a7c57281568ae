/** What the door's calls send and answer. */
import type { Schemas } from "~/common/api/types"
import type { Fact, Result as MatchResult } from "~/common/tables/types"

/** Why an entry that was made needs attention. */
export type Conflict = Schemas["ConflictEnum"]

/** What a link allows: to check guests in, to sell as well, or to keep the tournament as well. */
export type Role = Schemas["RoleEnum"]

export type DoorDate = Schemas["PhoneDoor"]

/** Phones never get the codes themselves. `in` counts up to the seats that the pass had when its guests came in. */
export type Pass = Schemas["ListedPass"]

export type RecentEntry = Schemas["RecentEntry"]

/** Its `night` is as the date is now: its end may have changed since the phone entered. */
export type GuestList = Schemas["List"]

export type How = "scan" | "typed" | "search"

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

export type Body =
  | { kind: "in"; h: string; seats: number; how: How; forced: boolean }
  | { kind: "undo"; of: number }
  /** A guest without a ticket, such as the host's friend. */
  | { kind: "guest"; seats: number; note: string }
  | SaleDraft
  /** Cash that is put into the drawer or, if the amount is negative, taken out of it. */
  | { kind: "cash"; amount: number; reason: string }
  | FactDraft

/** An entry before it is stored, which gives it its number. */
export type Draft = Body & { at: string }

export type Entry = Draft & { seq: number }

/** `original`: under which number and at which date they were made, if not as `device` tonight. */
export interface Batch extends Omit<Schemas["EntriesRequest"], "entries"> {
  entries: Entry[]
  /** Of facts, under which they were entered: they are sent to the tournament. Without it, entries are the door's. */
  lease?: Lease
}

/** Those of facts have neither a conflict nor guests. */
export type Result = Omit<Schemas["FactResult"] & Partial<Schemas["Result"]>, "seq"> & { seq: number }

export interface EntriesAnswer {
  now?: string
  seen: number
  results: Result[]
}

/** A sale that is made while the volunteer waits for the shop. Amounts are in dollars. */
export type SaleRequest = Required<Schemas["SaleFormRequest"]>
export type SaleAnswer = Omit<Schemas["Sale"], "order">
