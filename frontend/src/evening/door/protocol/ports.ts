/** What the protocol needs from the phone. The tests replace all of it. */
import type { Batch, Draft, EntriesAnswer, GuestList, SaleAnswer, SaleRequest } from "./types"
import type { Row } from "./log"

export interface KeptList {
  list: GuestList
  etag: string | null
  /** When the server sent it, by the phone's clock. */
  at: number
}

export interface Writing {
  /** Resolves with the new rows once they are on the disk; rejects if they never will be. */
  done: Promise<Row[]>
  /** Gives up. If the disk was faster, `done` still resolves. */
  abort: () => void
}

/** The phone's own entries of one date, and the last list. */
export interface Storage {
  /** Stores entries, all or none, and numbers them: 1 + the highest number that is stored, or that the shop has `seen`. */
  append: (drafts: Draft[], seen: number) => Writing
  update: (rows: Row[]) => Promise<void>
  /** Deletes an entry if none follows it, so that its number is free again. Resolves with whether it did. */
  removeLast: (seq: number) => Promise<boolean>
  /** Without a list, what the phone knows about the tournament is deleted as well. */
  keepList: (kept: KeptList | null) => Promise<void>
  /** Deletes the list, names and answered entries. Entries that were not sent stay. */
  wipe: () => Promise<void>
}

/** Requests fail with Refused, or with another error if there is no usable response: then the phone tries again. */
export interface Network {
  send: (batch: Batch) => Promise<EntriesAnswer>
  /** Returns null if the list is still the one with this ETag. */
  list: (etag: string | null) => Promise<{ list: GuestList; etag: string | null } | null>
  /** Sells free seats of the date. The shop stores the sale as the entry with this number. */
  sell: (sale: SaleRequest) => Promise<SaleAnswer>
  /** Sets how many seats are kept for this phone. */
  keepSeats: (seats: number) => Promise<void>
}

/** A response with a status from 400 to 499. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** After a takeover: up to which number the tournament has what was sent. */
  readonly seen: number

  constructor(status: number, code: string, message: string, seen = 0) {
    super(message)
    this.name = "Refused"
    this.status = status
    this.code = code
    this.seen = seen
  }

  /** Whether this phone doesn't write: another one does, its link is for something else, or there is no tournament. */
  get isTakenOver(): boolean {
    return ["taken_over", "door_role"].includes(this.code) || this.status === 404
  }
}

export interface Clock {
  /** Milliseconds, by the phone's clock, which may be wrong. */
  now: () => number
  wait: (ms: number) => Promise<void>
}
