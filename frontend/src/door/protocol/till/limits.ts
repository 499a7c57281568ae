/** Why a till can't sell, and what to do. It says so before anybody gives cash. */
import type { GuestList } from "../types"
import { formatCents, MAX_CENTS, seatsText, totalOf } from "./cash"

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
 * Returns the reason, or "". It covers what the shop refuses (door/services/sell_at_door.py) and the phone can know.
 * `given` is in cents; null: it is not an amount yet.
 */
export function whyNotSell(seats: number, given: number | null, till: Till): string {
  const total = totalOf(till.list.night.totals, seats)
  return whyNotTonight(till) || whyNoDrawer(total, till) || whyNoSeats(seats, till) || whyNotEnough(seats, total, given)
}

function whyNotTonight({ list, isOver }: Till): string {
  if (list.night.isCanceled) return "This date is canceled. Don't sell any seats."
  if (isOver) return "This event has ended. Don't sell any more seats."
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
  if (seats <= left + kept) return `Sell ${seatsText(most)} first, then the rest.`
  return `Only ${seatsAre(left + kept)} left. Choose fewer.`
}

const seatsAre = (seats: number): string => `${seatsText(seats)} ${seats === 1 ? "is" : "are"}`

function whyNotEnough(seats: number, total: number, given: number | null): string {
  const most = formatCents(MAX_CENTS)
  if (total > MAX_CENTS && seats === 1) return `A till can't sell seats for over ${most}.`
  if (total > MAX_CENTS) return `A sale can't be over ${most}. Choose fewer seats.`
  if (total === 0) return ""
  if (given === null) return "Enter the cash given, such as 20 or 20.50."
  return given < total ? `That is ${formatCents(total - given)} short. Ask for the rest.` : ""
}
