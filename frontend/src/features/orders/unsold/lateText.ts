import type { Order } from "~/api/types"

const reasons = {
  code_used: "its code had been used up",
  member_price: "another of your orders had the member price for this date",
  membership_ended: "the membership for its price had ended",
  free_seats: "you had other free seats for this date, up to the limit",
} satisfies Record<NonNullable<Order["reviewBecause"]>, string>

/** Says why the organizer decides about a late payment, and what happens next. The email says the same. */
export function lateText(because: NonNullable<Order["reviewBecause"]>): string {
  return (
    `Your payment arrived after your hold had ended, and ${reasons[because]}. The organizer will check it, and you get ` +
    "either these seats or all of your money back. We'll email you. Please don't pay again."
  )
}
