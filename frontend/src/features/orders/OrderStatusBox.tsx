import { lazy, Suspense } from "react"
import type { Order } from "~/api/types"
import { formatShortDate } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { LinkButton } from "~/ui/layout/Button"
import { isCalledOff, isOnlyGift, isSold } from "./lines"

// Lazy, because most orders are sold. Checkout loads the text ahead, like the page.
const UnsoldText = lazy(async () => ({ default: (await import("./laterParts")).UnsoldText }))
const PutBackInCart = lazy(() => import("./unsold/PutBackInCart"))
const CancelOrder = lazy(() => import("~/shared/orders/CancelOrder"))

/** The order's status in a sentence, with the possible actions. */
export function OrderStatusBox({ order }: { order: Order }) {
  const sold = isSold(order)
  return (
    <div className="grid gap-4">
      {order.isTest && (
        <p>
          <Badge look="info">Test order</Badge>
        </p>
      )}
      <div role="status">
        {sold ? (
          <SoldText order={order} />
        ) : (
          <Suspense fallback={<div className="min-h-14" />}>
            <UnsoldText order={order} />
          </Suspense>
        )}
      </div>
      <Actions order={order} />
    </div>
  )
}

function SoldText({ order }: { order: Order }) {
  return (
    <p className="no-print">
      Order <span className="whitespace-nowrap">{order.number}</span>, placed{" "}
      {formatShortDate(order.createdAt, shop().timeZone)}.
      {!isCalledOff(order) && !isOnlyGift(order) && " Bring this page, on your phone or printed."}
    </p>
  )
}

/** What the buyer can do about an order without seats. */
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
