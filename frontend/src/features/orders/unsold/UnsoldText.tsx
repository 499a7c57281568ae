import { useLocation } from "react-router-dom"
import type { Order } from "~/api/types"
import { isOnlyGift } from "~/features/orders/lines"
import { formatMoney, formatSum } from "~/lib/money"
import { formatRefunded, giftLeft } from "~/lib/refunds"
import { formatShortDate } from "~/lib/time/dates"
import { BEING_CONFIRMED, type OrderPageState } from "~/state/checkout"
import { charity, shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { Spinner } from "~/ui/feedback/Spinner"
import { HoldLine } from "~/ui/time/HoldLine"

/** What happened to an order without seats, or what it waits for. */
export function UnsoldText({ order }: { order: Order }) {
  const { timeZone } = shop()
  const confirming = (useLocation().state as OrderPageState | null)?.confirming
  const placed = formatShortDate(order.createdAt, timeZone)
  switch (order.status) {
    case "held":
      return (
        <div className="grid gap-3">
          {confirming && <Notice look="info">{BEING_CONFIRMED}</Notice>}
          {order.heldUntil && !isOnlyGift(order) && (
            <HoldLine key={order.heldUntil} until={order.heldUntil} timeZone={timeZone} />
          )}
        </div>
      )
    case "expired":
      return <p>{isOnlyGift(order) ? "" : "Your hold expired before you paid. "}Nothing was charged.</p>
    case "cancelled":
      return (
        <p>
          Order {order.number}, placed {placed}, was canceled. Nothing was charged.
        </p>
      )
    case "capturing":
    case "review":
      if (order.reviewBecause) return <Notice look="info">{lateText(order.reviewBecause)}</Notice>
      return (
        <Notice look="info">
          <p className="flex items-start gap-2">
            <Spinner className="mt-1" />
            <span>
              PayPal is still checking your payment. {!isOnlyGift(order) && "We're holding your seats. "}This page
              updates automatically.
            </span>
          </p>
        </Notice>
      )
    case "refund_due":
      return (
        <Notice look="warning">
          <p>{refundReason(order)}</p>
          <p>{refundProgress(order)}</p>
        </Notice>
      )
    case "partly_refunded":
      return (
        <Notice look="info">
          {order.refundedPrice > 0
            ? `We refunded ${formatRefunded(order)}${refundedOn(order, timeZone)}.`
            : "You gave all seats back."}
          {giftLeft(order) > 0 &&
            ` Your gift of ${formatMoney(giftLeft(order))} stays with ${order.charity ?? charity()}.`}
        </Notice>
      )
    default:
      return (
        <Notice look="info">
          {order.refundedPrice > 0
            ? `We refunded ${formatRefunded(order)}${refundedOn(order, timeZone)}.`
            : `Nothing was charged. We released these seats${refundedOn(order, timeZone)}.`}
        </Notice>
      )
  }
}

/** Returns when the last money went back, or if there was none, the last seats. */
function refundedOn({ refunds, refundedPrice }: Order, timeZone: string): string {
  const last = refunds.findLast(({ status, amount }) => status === "completed" && (amount > 0 || !refundedPrice))
  return last ? ` on ${formatShortDate(last.createdAt, timeZone)}` : ""
}

const reasons = {
  code_used: "its code had been used up",
  member_price: "another of your orders had the member price for this date",
  membership_ended: "the membership for its price had ended",
  free_seats: "you had other free seats for this date, up to the limit",
} satisfies Record<NonNullable<Order["reviewBecause"]>, string>

/** Says why the organizer decides about a late payment, and what happens next. The email says the same. */
function lateText(because: NonNullable<Order["reviewBecause"]>): string {
  return (
    `Your payment arrived after your hold had ended, and ${reasons[because]}. The organizer will check it, and you get ` +
    "either these seats or all of your money back. We'll email you. Please don't pay again."
  )
}

/** Returns why an order is refunded in full, or "" for old orders without a stored reason. */
function refundReason({ refundDue }: Order): string {
  switch (refundDue?.because) {
    case "seats_gone":
      return "The seats were no longer available when your payment arrived."
    case "refused":
      return "We've released these seats."
    default:
      return ""
  }
}

/** Returns the progress of the refund. */
function refundProgress({ refundDue }: Order): string {
  if (!refundDue) return ""
  const sum = formatSum(refundDue)
  switch (refundDue.step) {
    case "not_taken":
      return "PayPal is still checking it. If it's charged, we'll refund it in full automatically."
    case "asked":
      return `We'll refund ${sum} in full to your original payment method. No action needed.`
    case "refused":
      return `PayPal hasn't refunded ${sum} yet. We're on it.`
  }
}
