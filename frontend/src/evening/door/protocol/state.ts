/** The protocol's state and its changes, as pure functions: what to send, and what answers and lists change. */
import { Refused } from "~/common/lib/call"
import type { Store } from "~/common/lib/store"
import { isSameLease, leaseOf, unsent, type Log, type Row } from "./log"
import type { Clock, KeptList, Network, Storage } from "./ports"
import type { Batch, EntriesAnswer, Result } from "./types"

const MAX_BATCH = 200

export interface State {
  device: string
  /** The volunteer's name. */
  by: string
  log: Log
  kept: KeptList | null
  /** The highest `seen` that the server confirmed. */
  seen: number
  /** How often it was lower than before. */
  restores: number
  /** The most entries to send at once. Less than MAX_BATCH while a bad entry is searched for. */
  limit: number
  isOnline: boolean
  /** Batches that were answered. */
  answers: number
  /** Failed sends in a row. */
  failures: number
  /** Milliseconds that the server's clock is ahead of the phone's. */
  offset: number
  /** Counts the changes of the seats that are kept for this phone. */
  keeps: number
  /** Why the phone can't go on, with the server's message. */
  ended: { why: "signedOut" | "closed" | "over"; message: string } | null
}

/** What sending and selling work with. */
export interface Core {
  store: Store<State>
  /** Changes the state, and stores the rows that this changes. */
  apply: (next: State) => void
  storage: Storage
  network: Network
  clock: Clock
}

export function startState(device: string, by: string, offset: number, log: Log, kept: KeptList | null): State {
  return {
    device,
    by,
    offset,
    log,
    kept,
    seen: highestAnswered(log),
    restores: 0,
    limit: MAX_BATCH,
    isOnline: kept === null, // with an earlier list, only once the shop answers
    answers: 0,
    failures: 0,
    keeps: 0,
    ended: null,
  }
}

/** Returns the number of the last entry that was answered before the first that was not. */
export function highestAnswered(log: Log): number {
  const first = log.find((row) => row.answer === null)
  return first ? first.entry.seq - 1 : (log.at(-1)?.entry.seq ?? 0)
}

/** Adds rows. One that was answered before it was added may come after others. */
export const appended = (state: State, rows: Row[]): State => ({
  ...state,
  log: [...state.log, ...rows].sort((one, other) => one.entry.seq - other.entry.seq),
})

/** Returns the oldest entries that the server has not answered yet, as many as go to the same place. */
export function nextBatch(state: State, now: number): Batch | null {
  const queue = unsent(state.log)
  const [first] = queue
  if (!first) return null
  const lease = leaseOf(first)
  const others = queue.findIndex((row) => !isSameLease(leaseOf(row), lease))
  const entries = queue.slice(0, others < 0 ? state.limit : Math.min(others, state.limit)).map((row) => row.entry)
  const batch = { device: state.device, sentAt: new Date(now).toISOString(), queued: queue.length, entries }
  return lease ? { ...batch, lease } : batch
}

/**
 * Applies the answer to a batch. `isCurrent` is false if the server was restored after the batch was sent: what it
 * stored may be lost again.
 */
export function answered(state: State, answer: EntriesAnswer, isCurrent: boolean): State {
  const log = isCurrent ? withResults(state.log, answer.results) : state.log
  const limit = Math.min(state.limit * 2, MAX_BATCH)
  const next = { ...state, log, limit, isOnline: true, answers: state.answers + 1, failures: 0 }
  return confirmed(next, answer.seen)
}

export function withResults(log: Log, results: readonly Result[]): Log {
  const found = new Map(results.map((result) => [result.seq, result]))
  return log.map((row): Row => {
    const result = found.get(row.entry.seq)
    if (!result) return row
    const { answer, conflict = null, code } = result
    return { ...row, answer, conflict, ...(code && { code }) }
  })
}

/**
 * After another phone took over: of this batch, the tournament has facts up to the number `seen`, and the door keeps
 * the others. So numbers have no gap, and the organizer sees them.
 */
function takenOver(state: State, { entries }: Batch, seen: number): State {
  const sent = new Set(entries.map(({ seq }) => seq))
  const log = state.log.map((row): Row => {
    if (row.answer !== null || !sent.has(row.entry.seq)) return row
    return row.entry.seq <= seen ? { ...row, answer: "repeated" } : { ...row, isTakenOver: true }
  })
  return { ...state, log }
}

/** What a refusal of the batch changes; null: nothing, so that the phone tries again or has ended. */
export function afterRefusal(state: State, batch: Batch, error: unknown, seen?: number): State | null {
  if (!(error instanceof Refused)) return null
  if (batch.lease && isTakenOver(error)) return takenOver(state, batch, seen ?? error.seen)
  return [400, 413].includes(error.status) ? refusedBatch(state, batch) : null
}

/** Whether this phone doesn't write: another one does, its link is for something else, or there is no tournament. */
const isTakenOver = ({ code, status }: Refused) => ["taken_over", "door_role"].includes(code) || status === 404

/** After a 400: searches for the bad entry with half as many, and passes over it once it is alone. */
function refusedBatch(state: State, batch: Batch): State {
  const [first, ...others] = batch.entries
  if (others.length > 0) return { ...state, limit: Math.ceil(batch.entries.length / 2) }
  const log = state.log.map((row): Row => (row.entry.seq === first?.seq ? { ...row, answer: "refused" } : row))
  return { ...state, log }
}

/**
 * Replaces the list. `isCurrent` is false if an answer to a batch came after it was asked for: then its `seen` may be
 * lower without a reason.
 */
export function listed(state: State, kept: KeptList, isCurrent: boolean): State {
  const conflicts = new Map(
    kept.list.recent.filter((row) => row.device === state.device).map((row) => [row.seq, row.conflict]),
  )
  const log = state.log.map((row): Row => {
    const conflict = conflicts.get(row.entry.seq)
    return conflict === undefined || conflict === row.conflict ? row : { ...row, conflict }
  })
  const isNew = kept.list !== state.kept?.list // otherwise its time is that of an earlier answer
  const offset = isNew ? Date.parse(kept.list.now) - kept.at : state.offset
  const next = { ...state, log, kept, offset, isOnline: true }
  return isCurrent ? confirmed(next, kept.list.seen[state.device] ?? 0) : next
}

/** If the server was restored from a backup, `seen` is lower than before: entries are sent again from there. */
function confirmed(state: State, seen: number): State {
  if (seen >= state.seen) return { ...state, seen }
  const log = state.log.map((row): Row => (row.entry.seq > seen ? { ...row, answer: null } : row))
  return { ...state, seen, restores: state.restores + 1, log }
}

export const told = (state: State, seqs: ReadonlySet<number>): State => ({
  ...state,
  log: state.log.map((row) => (seqs.has(row.entry.seq) ? { ...row, isTold: true } : row)),
})

/** Returns the rows that differ, which have to be stored. */
export function changedRows(before: Log, after: Log): Row[] {
  const known = new Set(before)
  return after.filter((row) => !known.has(row))
}
