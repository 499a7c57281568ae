/** What seats cost at the till, in whole cents, and what the phone may sell. */
import { drawerBounds } from "~/common/api/cash.gen"
import { counted } from "~/common/lib/text"
import { formatMoney, fromCents, toCents } from "~/common/lib/money"
import type { Log } from "../log"
import type { GuestList, SaleDraft } from "../types"

/** The most cash that can be entered: what the shop takes. */
export const MAX_CENTS = toCents(drawerBounds.float.maximum)

/** 1380 → "$13.80" */
export const formatCents = (cents: number): string => formatMoney(fromCents(cents))

/** What so many seats cost. `totals` are those of the list. */
export function totalOf(totals: readonly number[], seats: number): number {
  const total = totals[seats - 1]
  if (total === undefined) throw new RangeError(`The list has no price for ${seats} seats.`)
  return toCents(total)
}

/** What the guest gets back. Negative if the cash is not enough. */
export const changeOf = (total: number, given: number): number => given - total

/** Returns the seats of the phone's allotment that it has not sold yet, with the sales that the list doesn't know of. */
export function seatsKept(list: GuestList, log: Log, device: string): number {
  const sold = soldSince(list, log, device).filter(({ allotment }) => allotment)
  return Math.max(0, list.allotment - sumSeats(sold))
}

/** Returns the seats that are free, without those that the phone sold of them since the list. */
export function seatsLeft(list: GuestList, log: Log, device: string): number {
  const sold = soldSince(list, log, device).filter(({ allotment }) => !allotment)
  return Math.max(0, (list.left ?? 0) - sumSeats(sold))
}

/** Returns the seats of the phone's sales that the list doesn't know of. Their guests are inside. */
export const seatsSoldSince = (list: GuestList, log: Log, device: string): number =>
  sumSeats(soldSince(list, log, device))

function soldSince({ seen }: GuestList, log: Log, device: string): SaleDraft[] {
  const since = seen[device] ?? 0
  return log.flatMap(({ entry }) => (entry.kind === "sale" && entry.seq > since ? [entry] : []))
}

const sumSeats = (sales: SaleDraft[]): number => sales.reduce((sum, { seats }) => sum + seats, 0)

export interface Till {
  list: Pick<GuestList, "night" | "drawer" | "left">
  isOnline: boolean
  /** Whether the event has ended. */
  isOver: boolean
  /** Seats that are free, and seats that are kept on this phone. */
  left: number
  kept: number
}

/**
 * Returns why a till can't sell and what to do, before anybody gives cash, or "". It covers what the shop refuses (door/services/sell_at_door.py) and the phone can know.
 * `given` is in cents; null: it is not an amount yet.
 */
export function whyNotSell(seats: number, given: number | null, till: Till): string {
  const total = totalOf(till.list.night.totals, seats)
  return whyNotOnDate(till) || whyNoDrawer(total, till) || whyNoSeats(seats, till) || whyNotEnough(seats, total, given)
}

/** Returns why the date sells no seats, however many are free, or "". */
export function whyDateSellsNothing({ list, isOver }: Pick<Till, "list" | "isOver">): string {
  if (list.night.isCanceled) return "This date is canceled."
  return isOver ? "This event has ended." : ""
}

function whyNotOnDate({ list, isOver }: Till): string {
  const reason = whyDateSellsNothing({ list, isOver })
  if (reason) return `${reason} Don't sell any ${list.night.isCanceled ? "seats" : "more seats"}.`
  // Lists of other phones lack it: this one entered again with a link for the door, and was closed before it knew.
  return list.left === undefined ? "The shop doesn't know this phone as a till. Open the till's link again." : ""
}

function whyNoDrawer(total: number, { list: { drawer } }: Till): string {
  if (total === 0 || drawer === "open") return ""
  return drawer === "closed" ? "The drawer is closed. Don't take any more cash." : "Open the drawer first."
}

/** A sale takes free seats or, if these are too few, kept ones, but never both. */
function whyNoSeats(seats: number, { isOnline, left, kept }: Till): string {
  const most = isOnline ? Math.max(left, kept) : kept
  if (seats <= most) return ""
  if (!isOnline && kept === 0) return "No connection, and no seats are kept on this phone. Wait for the connection."
  if (!isOnline) return `No connection, and only ${seatsAre(kept)} kept on this phone. Choose fewer.`
  if (most === 0) return "No seats are left. Don't take any cash."
  if (seats <= left + kept) return `Sell ${counted(most, "seat")} first, then the rest.`
  return `Only ${seatsAre(left + kept)} left. Choose fewer.`
}

const seatsAre = (seats: number): string => `${counted(seats, "seat")} ${seats === 1 ? "is" : "are"}`

function whyNotEnough(seats: number, total: number, given: number | null): string {
  const most = formatCents(MAX_CENTS)
  if (total > MAX_CENTS && seats === 1) return `A till can't sell seats for over ${most}.`
  if (total > MAX_CENTS) return `A sale can't be over ${most}. Choose fewer seats.`
  if (total === 0) return ""
  if (given === null) return "Enter the cash given, such as 20 or 20.50."
  return given < total ? `That is ${formatCents(total - given)} short. Ask for the rest.` : ""
}
