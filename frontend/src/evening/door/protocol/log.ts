/** The phone's own entries, and what they change until the server's list contains them. */
import type { Conflict, Entry, GuestList, Lease, Pass, Result } from "./types"

export type InEntry = Extract<Entry, { kind: "in" }>
type GuestEntry = Extract<Entry, { kind: "guest" }>
/** What Undo can undo. */
export type Admission = InEntry | GuestEntry

export interface Row {
  entry: Entry
  /** The server's answer, or "refused" for an entry that no batch can contain. Null: it has to be sent. */
  answer: Result["answer"] | "refused" | null
  conflict: Conflict | null
  /** Why the server can't use it. */
  code?: string
  /** Whether the volunteer knows about the conflict, or that a fact can't be used. */
  isTold: boolean
  /** Whether another phone took over before this fact was sent: the door only keeps it. */
  isTakenOver?: boolean
}

/** In the order of the numbers, which have no gaps. */
export type Log = readonly Row[]

export const newRow = (entry: Entry): Row => ({
  entry,
  answer: null,
  conflict: null,
  isTold: entry.kind === "in" && entry.forced,
})

/** Returns the lease under which a fact is sent. All else is sent to the door. */
export function leaseOf({ entry, isTakenOver }: Row): Lease | undefined {
  return entry.kind === "fact" && !isTakenOver ? { tables: entry.tables, generation: entry.generation } : undefined
}

export const isSameLease = (one?: Lease, other?: Lease): boolean =>
  one?.tables === other?.tables && one?.generation === other?.generation

export const unsent = (log: Log): Row[] => log.filter((row) => row.answer === null)

export const isAdmission = (entry: Entry): entry is Admission => entry.kind === "in" || entry.kind === "guest"

export function findEntry(log: Log, seq: number): InEntry | null {
  const entry = findAdmission(log, seq)
  return entry?.kind === "in" ? entry : null
}

export function findAdmission(log: Log, seq: number): Admission | null {
  const entry = log.find((row) => row.entry.seq === seq)?.entry
  return entry && isAdmission(entry) ? entry : null
}

/** Returns the last admission that was not undone. */
export function lastAdmission(log: Log): Admission | null {
  const undone = undoneIn(log)
  return (
    log
      .map(({ entry }) => entry)
      .filter(isAdmission)
      .findLast(({ seq }) => !undone.has(seq)) ?? null
  )
}

/** Returns the numbers of the entries that were undone. */
export function undoneIn(log: Log): Set<number> {
  return new Set(log.flatMap(({ entry }) => (entry.kind === "undo" ? [entry.of] : [])))
}

/** Returns the entries that admitted guests with passes and were not undone, oldest first. */
export function admitted(log: Log): InEntry[] {
  const undone = undoneIn(log)
  return log.flatMap(({ entry }) => (entry.kind === "in" && !undone.has(entry.seq) ? [entry] : []))
}

/** Returns guests and sales whose conflict was found after the volunteer saw green, and that were not undone since. */
export function alarms(log: Log): Row[] {
  const undone = undoneIn(log)
  return log.filter(
    (row) => row.conflict !== null && row.entry.kind !== "cash" && !row.isTold && !undone.has(row.entry.seq),
  )
}

/**
 * Returns how many of a pass's guests are inside: those of the list, and the phone's own since then. Those of the list
 * stay inside when the pass has fewer seats than before.
 */
export function countInside(pass: Pass, list: GuestList, log: Log, device: string): number {
  const seen = list.seen[device] ?? 0
  const since = log.filter(({ entry }) => entry.seq > seen)
  const undone = undoneIn(since)
  let count = pass.in
  for (const { entry } of since) {
    if (entry.kind === "in" && entry.h === pass.h && !undone.has(entry.seq)) count += entry.seats
    if (entry.kind === "undo") count -= seatsFreed(entry.of, seen, pass, log)
  }
  return Math.min(Math.max(count, 0), Math.max(pass.seats, pass.in))
}

/** Returns the seats that undoing an entry frees, if the list counts it. It doesn't count those with a conflict. */
function seatsFreed(seq: number, seen: number, pass: Pass, log: Log): number {
  const row = seq <= seen ? log.find(({ entry }) => entry.seq === seq) : undefined
  return row?.entry.kind === "in" && row.entry.h === pass.h && row.conflict === null ? row.entry.seats : 0
}
