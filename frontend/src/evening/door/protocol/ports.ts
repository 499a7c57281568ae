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

/** Requests fail with Refused (common/lib/call), or with another error if there is no usable response: then the phone tries again. */
export interface Network {
  send: (batch: Batch) => Promise<EntriesAnswer>
  /** Returns null if the list is still the one with this ETag. */
  list: (etag: string | null) => Promise<{ list: GuestList; etag: string | null } | null>
  /** Sells free seats of the date. The shop stores the sale as the entry with this number. */
  sell: (sale: SaleRequest) => Promise<SaleAnswer>
  /** Sets how many seats are kept for this phone. */
  keepSeats: (seats: number) => Promise<void>
}

export interface Clock {
  /** Milliseconds, by the phone's clock, which may be wrong. */
  now: () => number
  wait: (ms: number) => Promise<void>
}

export const phoneClock: Clock = {
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
