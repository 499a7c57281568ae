/** What a buyer can choose for a ticket, with its amount or the reason why not. */
import type { BookingOptions, ChangeKind, RefundOption } from "~/api/queries/changes"

export interface Offer {
  /** Why it isn't available; "" if it is. */
  reason: string
  /** Dollars of the refund or the gift; 0 for the others. */
  amount: number
}

export type Offers = Record<ChangeKind, Offer>

const NO_FREE_SEAT = "All seats of this ticket belong to guests or are being returned."
const ALREADY_IN = "Some of these guests are inside already."

/**
 * The offers for this number of seats. A move is always for all seats. `nothing` is the reason why there is no refund
 * and no gift of $0.
 */
export function listOffers(options: BookingOptions, seats: number, nothing: string): Offers {
  const noSeat = options.freeSeats > 0 ? "" : options.inside > 0 ? ALREADY_IN : NO_FREE_SEAT
  return {
    refund: moneyOffer(options.refund, seats, noSeat || nothing),
    gift: moneyOffer(options.gift, seats, noSeat || nothing),
    return: { reason: noSeat, amount: 0 },
    move: { reason: whyNoMove(options), amount: 0 },
  }
}

function moneyOffer(option: RefundOption, seats: number, nothing: string): Offer {
  const amount = option.amounts[seats - 1] ?? 0
  const refusal = option.allowed ? "" : (option.message ?? "")
  return { amount, reason: refusal || (amount > 0 ? "" : nothing) }
}

function whyNoMove({ move, seats }: BookingOptions): string {
  if (move.message) return move.message
  if (move.dates.length === 0) return "This event has no other dates."
  const fits = move.dates.some(({ countInStock }) => countInStock >= seats)
  return fits ? "" : seats === 1 ? "The other dates are sold out." : `No other date has ${seats} seats left.`
}
