/** Why a till can't sell, which it says before anybody gives cash. */
import type { GuestList } from "../types"
import { formatCents, seatsText, totalOf } from "./cash"

export interface Till {
  list: Pick<GuestList, "night" | "drawer">
  isOnline: boolean
  /** Whether the event has ended. */
  isOver: boolean
  /** Seats that are free, and seats that are kept on this phone. */
  left: number
  kept: number
}

/** Returns the reason, or "". `given` is in cents; null: it is not an amount yet. */
export function whyNotSell(seats: number, given: number | null, till: Till): string {
  const total = totalOf(till.list.night.totals, seats)
  if (till.isOver) return "This event has ended."
  if (total > 0 && till.list.drawer === "closed") return "The drawer is closed, so nothing can be sold for cash."
  if (total > 0 && till.list.drawer !== "open") return "Open the drawer first."
  return whyNoSeats(seats, till) || whyNotEnough(total, given)
}

function whyNoSeats(seats: number, { isOnline, left, kept }: Till): string {
  const most = isOnline ? Math.max(left, kept) : kept
  if (seats <= most) return ""
  if (isOnline) return most === 0 ? "No seats are left." : `Only ${seatsText(most)} left.`
  if (kept === 0) return "No seats are kept on this phone, so it can't sell without a connection."
  return `Without a connection, only ${seatsText(kept)} can be sold.`
}

function whyNotEnough(total: number, given: number | null): string {
  if (given === null) return "Enter the cash given, such as 20 or 20.50."
  return given < total ? `That is ${formatCents(total - given)} short.` : ""
}
