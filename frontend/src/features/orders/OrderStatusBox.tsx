import { lazy, Suspense } from "react"
import { useLocation } from "react-router-dom"
import type { Order } from "~/api/types"
import { formatShortDate } from "~/lib/time/dates"
import { formatMoney } from "~/lib/money"
import { formatRefunded, giftLeft } from "~/lib/refunds"
import { paths } from "~/paths"
import { BEING_CONFIRMED, type OrderPageState } from "~/state/checkout"
import { charity, shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { LinkButton } from "~/ui/layout/Button"
import { HoldLine } from "~/ui/time/HoldLine"
import { Notice } from "~/ui/feedback/Notice"
import { Spinner } from "~/ui/feedback/Spinner"
import { isCalledOff, isOnlyGift, isSold } from "./lines"
import { lateText } from "./lateText"
import { refundProgress, refundReason } from "./refundDue"

const PutBackInCart = lazy(() => import("./PutBackInCart"))
const CancelOrder = lazy(() => import("~/shared/orders/CancelOrder")) // lazy, because few orders are unpaid

/** The order's status in a sentence, with the possible actions. */
export function OrderStatusBox({ order }: { order: Order }) {
  return (
    <div className="grid gap-4">
      {order.isTest && (
        <p>
          <Badge look="info">Test order</Badge>
        </p>
      )}
      <div role="status">
        <StatusText order={order} />
      </div>
      <Actions order={order} />
    </div>
  )
}

function StatusText({ order }: { order: Order }) {
  const { timeZone } = shop()
  const confirming = (useLocation().state as OrderPageState | null)?.confirming
  const placed = formatShortDate(order.createdAt, timeZone)
  if (isSold(order)) {
    return (
      <p className="no-print">
        Order <span className="whitespace-nowrap">{order.number}</span>, placed {placed}.
        {!isCalledOff(order) && !isOnlyGift(order) && " Bring this page, on your phone or printed."}
      </p>
    )
  }
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

function refundedOn({ refunds }: Order, timeZone: string): string {
  const last = refunds.findLast(({ status }) => status === "completed")
  return last ? ` on ${formatShortDate(last.createdAt, timeZone)}` : ""
}

function Actions({ order }: { order: Order }) {
  switch (order.status) {
    case "held":
      return (
        <div className="no-print flex flex-wrap gap-3">
          {/* A full page load: only the checkout's own document may load PayPal's script. */}
          <LinkButton reloadDocument to={paths.payOrder(order._id)}>
            Finish paying
          </LinkButton>
          <Suspense>
            <CancelOrder order={order} />
          </Suspense>
        </div>
      )
    case "expired":
    case "cancelled":
    case "refunded":
    case "refund_due":
      if (isOnlyGift(order)) return null
      return (
        <Suspense>
          <PutBackInCart order={order} />
        </Suspense>
      )
    default:
      return null
  }
}
