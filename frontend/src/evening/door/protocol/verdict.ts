/** Decides on the phone who may come in, from the list and the phone's own entries. */
import { admitted, countInside, type Log } from "./log"
import { seatsSoldSince } from "./till/cash"
import type { Conflict, GuestList, Pass } from "./types"

/** When and by whom the last guest with a pass was let in. */
interface Since {
  at: number
  by: string
}

export type Decision =
  | { kind: "in"; pass: Pass; seats: number }
  | { kind: "double" | "over" | "moved" | "refunded" | "replaced"; pass: Pass; since: Since | null }
  | { kind: "unknown"; pass: null }

export type Refusal = Exclude<Decision, { kind: "in" }>

export interface Known {
  list: GuestList
  log: Log
  device: string
  /** The volunteer's name. */
  by: string
  /** Milliseconds that the server's clock is ahead of the phone's. */
  offset: number
}

export function decide(h: string, known: Known): Decision {
  const pass = known.list.passes.find((each) => each.h === h)
  if (!pass) return { kind: "unknown", pass: null }
  const since = lastAdmission(h, known)
  if (pass.state !== "valid") return { kind: pass.state, pass, since }
  const ofBooking = known.list.passes.filter((each) => each.b === pass.b)
  const left = Math.min(pass.seats - insideOf(pass, known), countLeft(ofBooking, known))
  return left > 0 ? { kind: "in", pass, seats: left } : { kind: "double", pass, since }
}

/** What the server found out about an entry that the phone had decided on, as a decision. */
export function decisionOf(conflict: Exclude<Conflict, "closed">, h: string, known: Known): Refusal {
  const pass = known.list.passes.find((each) => each.h === h)
  if (conflict === "unknown" || !pass) return { kind: "unknown", pass: null }
  return { kind: conflict, pass, since: lastAdmission(h, known) }
}

/**
 * Returns the seats and guests of tonight's bookings, with those just sold: "38 of 60 in". People who came in before the
 * seats were refunded or moved counts as both.
 */
export function countAll(known: Known): { inside: number; seats: number } {
  const bookings = new Map<number, { inside: number; seats: number }>()
  for (const pass of known.list.passes) {
    const { inside, seats } = bookings.get(pass.b) ?? { inside: 0, seats: 0 }
    const admits = pass.state === "valid" ? pass.seats : 0
    bookings.set(pass.b, { inside: inside + insideOf(pass, known), seats: seats + admits })
  }
  const sold = seatsSoldSince(known.list, known.log, known.device)
  const sum = { inside: sold, seats: sold }
  for (const { inside, seats } of bookings.values()) {
    sum.inside += inside
    sum.seats += Math.max(seats, inside)
  }
  return sum
}

export function insideOf(pass: Pass, { list, log, device }: Known): number {
  return countInside(pass, list, log, device)
}

/** Returns the seats that a booking's passes leave. Entries with a replaced pass count too. */
function countLeft(passes: Pass[], known: Known): number {
  const seats = passes.filter((pass) => pass.state === "valid").reduce((sum, pass) => sum + pass.seats, 0)
  return passes.reduce((left, pass) => left - insideOf(pass, known), seats)
}

function lastAdmission(h: string, { list, log, device, by, offset }: Known): Since | null {
  const others = list.recent.filter((row) => row.h === h && row.conflict === null && row.device !== device)
  const own = admitted(log).filter((entry) => entry.h === h)
  const all = [
    ...others.map((row) => ({ at: Date.parse(row.at), by: row.by })),
    ...own.map((entry) => ({ at: Date.parse(entry.at) + offset, by })),
  ]
  return all.reduce<Since | null>((last, each) => (last && last.at >= each.at ? last : each), null)
}
