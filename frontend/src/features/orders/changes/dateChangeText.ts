/** The texts about a ticket whose date the club canceled or moved. */
import type { Order, OrderBooking } from "~/api/types"
import { formatDateOption, formatDay } from "~/lib/time/dates"
import { formatDeadline } from "~/lib/time/until"
import type { TicketLine } from "../lines"

/** Whether the buyer paid for the ticket, so that there is money to return. */
export function isPaidFor({ isTest }: Order, { item }: TicketLine): boolean {
  return item.price > 0 && !isTest
}

/** "Choose another date or your money back" */
export function choiceText(isPaid: boolean): string {
  return isPaid ? "Choose another date or your money back" : "Choose another date"
}

/**
 * "Fri, Dec 4 is canceled. Choose another date or your money back by Mon, Dec 7 · 7:00 PM PST." Returns "" if the club changed nothing,
 * or nothing that still matters.
 */
export function dateChangeText(booking: OrderBooking, isPaid: boolean, timeZone: string): string {
  const { isOff, dateChange } = booking
  const answer = dateChange && `${choiceText(isPaid)} by ${formatDeadline(dateChange.until, timeZone)}.`
  if (isOff) return `${formatDay(booking.bookingDate, timeZone)} is canceled. ${answer ?? unanswered(isPaid)}`
  if (dateChange?.kind !== "move") return ""
  const moved = `${formatDay(dateChange.startTime, timeZone)} has moved to ${formatDateOption(booking.bookingDate, timeZone)}.`
  return `${moved} You keep your seats. Can't make it? ${answer}`
}

function unanswered(isPaid: boolean): string {
  return isPaid ? "You're getting your money back." : "Your booking has ended."
}
