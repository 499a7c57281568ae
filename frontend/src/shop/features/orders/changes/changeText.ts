/** The texts about changes of a paid order. */
import type { ChangeKind, Order, OrderBooking, OrderChange } from "~/common/api/types"
import { formatMoney, toCents } from "~/common/lib/money"
import { giftLeft } from "~/common/lib/refunds"
import { counted } from "~/common/lib/text"
import { formatDateOption, formatDay, formatDeadline, formatDate } from "~/common/lib/time/dates"
import type { TicketLine } from "~/shop/shared/orders/orderDates"
import { netPaid } from "../lines"

interface Chosen {
  kind: ChangeKind | null
  seats: number
  /** Dollars */
  amount: number
  /** The new date of a move, or "" */
  to: string
}

/** The text of the button, with the amount: "Refund 1 seat, $12.42" */
export function actionText({ kind, seats, amount, to }: Chosen): string {
  const what = counted(seats, "seat")
  switch (kind) {
    case "refund":
      return `Refund ${what}, ${formatMoney(amount)}`
    case "gift":
      return `Leave ${formatMoney(amount)} as a gift`
    case "return":
      return `Give ${what} back, no refund`
    case "move":
      return `Move ${what}${to && ` to ${formatDateOption(to)}`}`
    default:
      return "Confirm"
  }
}

/** The result of a change, shown on its ticket. Seats of a canceled date (`isOff`) are not sold again. */
export function resultText({ kind, seats, amount, status }: OrderChange, isOff = false): string {
  const sold = isOff ? "" : ` ${seats === 1 ? "Your seat is" : `Your ${seats} seats are`} back on sale.`
  switch (kind) {
    case "refund":
      return status === "requested"
        ? "Written down; PayPal is slow right now."
        : `PayPal is returning ${formatMoney(amount)}. It can take 5 days.`
    case "gift":
      return `Thank you for your gift of ${formatMoney(amount)}.${sold}`
    case "return":
      return `Thank you.${sold}`
    case "move":
      return "Your ticket has moved to the new date."
  }
}

/** What became of a refund that PayPal refused. */
export function failedText({ amount, seats }: Pick<OrderChange, "amount" | "seats">): string {
  return `PayPal couldn't refund ${formatMoney(amount)}. You still have ${seats === 1 ? "the seat" : "the seats"}.`
}

/** A change in the list on its ticket: "11/22/2026: 1 seat refunded, $12.42" */
export function historyText(change: OrderChange): string {
  return `${formatDate(change.createdAt)}: ${whatChanged(change)}`
}

function whatChanged({ kind, seats, amount, status }: OrderChange): string {
  const what = counted(seats, "seat")
  const money = formatMoney(amount)
  switch (kind) {
    case "refund":
      if (status === "done") return `${what} refunded, ${money}`
      if (status === "requested") return `refund of ${what} requested, ${money}`
      return failedText({ amount, seats })
    case "gift":
      return `${what} given back, with a gift of ${money}`
    case "return":
      return `${what} given back without a refund`
    case "move":
      return `${what} moved to another date`
  }
}

/** Whether the buyer paid for the ticket, and not all of the order's money besides its gift was returned before. */
export function isPaidFor(order: Order, { item }: TicketLine): boolean {
  return item.price > 0 && !order.isTest && toCents(netPaid(order)) > toCents(giftLeft(order))
}

/** "Choose another date or your money back", or "" if there is nothing to choose */
export function choiceText({ dateChange }: OrderBooking, isPaid: boolean): string {
  if (dateChange?.hasNoOtherDate) return isPaid ? "Choose your money back or keep it as a gift" : ""
  return isPaid ? "Choose another date or your money back" : "Choose another date"
}

/**
 * "Fri, Dec 4 is canceled. Choose another date or your money back by Mon, Dec 7, 7:00 PM PST." Says the newest change,
 * also to those who come with an email about an earlier one. Returns "" if nothing changed that still matters.
 */
export function dateChangeText(booking: OrderBooking, isPaid: boolean): string {
  const { isOff, dateChange } = booking
  const choice = dateChange && choiceText(booking, isPaid)
  const answer = choice && `${choice} by ${formatDeadline(dateChange.until)}.`
  if (isOff) return `${formatDay(booking.bookingDate)} is canceled. ${answer || unanswered(isPaid)}`
  const what = changeInWords(booking)
  if (!what) return ""
  const kept = `${what} You keep your ${booking.reservationSeats.qty === 1 ? "seat" : "seats"}.`
  return answer ? `${kept} Can't make it? ${answer}` : kept
}

/** What became of a date that takes place; "" if it is as it was. */
function changeInWords({ bookingDate, dateChange }: OrderBooking): string {
  if (dateChange?.isBack) return `${formatDay(bookingDate)} takes place after all.`
  if (dateChange?.kind !== "move") return ""
  const { startTime, place } = dateChange
  if (startTime === bookingDate) return place ? `${formatDay(bookingDate)} is now at ${place}.` : ""
  return `${formatDay(startTime)} has moved to ${formatDateOption(bookingDate)}${place ? `, at ${place}` : ""}.`
}

function unanswered(isPaid: boolean): string {
  return isPaid ? "You're getting your money back." : "Your ticket is no longer valid."
}
