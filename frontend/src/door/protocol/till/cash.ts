/** Amounts at the till, in whole cents, and the seats that the phone may sell on its own. */
import type { Log } from "../log"
import type { GuestList } from "../types"

const NOTES = [500, 1000, 2000, 5000, 10_000]
const MAX_QUICK = 4
/** The most cash that can be entered. */
export const MAX_CENTS = 1_000_000

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

export const toCents = (dollars: number): number => Math.round(dollars * 100)
export const toDollars = (cents: number): number => cents / 100

/** 1380 → "$13.80" */
export const formatCents = (cents: number): string => usd.format(toDollars(cents))

/** What so many seats cost. `totals` are those of the list. */
export function totalOf(totals: readonly number[], seats: number): number {
  const total = totals[seats - 1]
  if (total === undefined) throw new RangeError(`The list has no price for ${seats} seats.`)
  return toCents(total)
}

/** "2 × $13.80", or "2 seats" if that is not what the shop asks for them */
export function factorsText(totals: readonly number[], seats: number): string {
  const price = totalOf(totals, 1)
  return price * seats === totalOf(totals, seats) ? `${seats} × ${formatCents(price)}` : seatsText(seats)
}

export const seatsText = (seats: number): string => (seats === 1 ? "1 seat" : `${seats} seats`)

/** What the guest gets back. Negative if the cash is not enough. */
export const changeOf = (total: number, given: number): number => given - total

/** Returns what guests probably give: the exact amount, and the next amounts that are made of one kind of note. */
export function quickAmounts(total: number): number[] {
  if (total === 0) return [0]
  const rounded = NOTES.map((note) => Math.ceil(total / note) * note)
  return [...new Set([total, ...rounded])].toSorted((one, other) => one - other).slice(0, MAX_QUICK)
}

/** Reads "27", "27.6", "27,60" or "$27.60". Returns null for anything else. */
export function parseCents(text: string): number | null {
  const found = /^\s*\$?\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*$/.exec(text)
  if (!found) return null
  const cents = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"))
  return cents <= MAX_CENTS ? cents : null
}

/** "The count is exact.", "$3.00 is missing.", "There is $3.00 too much." */
export function differenceText(dollars: number): string {
  const cents = toCents(dollars)
  if (cents === 0) return "The count is exact."
  return cents < 0 ? `${formatCents(-cents)} is missing.` : `There is ${formatCents(cents)} too much.`
}

/** Returns the seats of the phone's allotment that it has not sold yet, with the sales that the list doesn't know of. */
export function seatsKept(list: GuestList, log: Log, device: string): number {
  const seen = list.seen[device] ?? 0
  return Math.max(0, list.allotment - sum(log, (seq, isKept) => isKept && seq > seen))
}

/** Returns the seats that are free, without those that the phone sold of them since the list. */
export function seatsLeft(list: GuestList, log: Log, device: string): number {
  const seen = list.seen[device] ?? 0
  return Math.max(0, (list.left ?? 0) - sum(log, (seq, isKept) => !isKept && seq > seen))
}

/** Returns the seats of the phone's sales that the list doesn't know of. Their guests are inside. */
export function seatsSoldSince(list: GuestList, log: Log, device: string): number {
  const seen = list.seen[device] ?? 0
  return sum(log, (seq) => seq > seen)
}

function sum(log: Log, counts: (seq: number, isKept: boolean) => boolean): number {
  return log.reduce(
    (seats, { entry }) => (entry.kind === "sale" && counts(entry.seq, entry.allotment) ? seats + entry.seats : seats),
    0,
  )
}
