/** What the door's calls send and answer. */

type PassState = "valid" | "refunded" | "replaced" | "moved"

/** Why an entry that was made needs attention. */
export type Conflict = "unknown" | "replaced" | "moved" | "refunded" | "closed" | "double" | "over"

export interface Night {
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
  /** Guests inside, up to the pass's seats. */
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
  night: Night
  now: string
  /** The highest number of each phone's entries before any gap. */
  seen: Record<string, number>
  passes: Pass[]
  recent: RecentEntry[]
}

export type How = "scan" | "typed" | "search"

export interface InDraft {
  kind: "in"
  h: string
  seats: number
  how: How
  forced: boolean
}

export interface UndoDraft {
  kind: "undo"
  of: number
}

/** An entry before it is stored, which gives it its number. */
export type Draft = (InDraft | UndoDraft) & { at: string }

export type Entry = Draft & { seq: number }

export interface Batch {
  device: string
  sentAt: string
  /** Entries to send, with those of this batch. */
  queued: number
  entries: Entry[]
}

export type Answer = "stored" | "repeated" | "unusable"

export interface Result {
  seq: number
  answer: Answer
  code?: string
  conflict: Conflict | null
  in: number | null
  seats: number | null
}

export interface EntriesAnswer {
  now: string
  seen: number
  results: Result[]
}
