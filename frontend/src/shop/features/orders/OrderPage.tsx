import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Outlet, useLocation, useNavigationType, useParams } from "react-router-dom"
import { isRefusal } from "~/common/api/client"
import { orderQuery } from "~/shop/queries/orders"
import type { Order } from "~/common/api/types"
import { Page } from "~/shop/layout/Page"
import NotFound from "~/shop/layout/NotFound"
import { fullName } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { EventAndTime } from "~/shop/shared/passes/PassCode"
import type { OrderPageState } from "~/shop/state/checkout"
import { useUser } from "~/shop/state/session"
import { Badge } from "~/common/ui/feedback/Badge"
import { ErrorPanel, Skeleton } from "~/common/ui/feedback/States"
import { LinkButton } from "~/common/ui/layout/Button"
import { latePart, orNothing, room } from "~/common/ui/layout/latePart"
import { useServerNow } from "~/common/ui/time/useNow"
import { dateAtHand, eventOf, isCanceled, isOnlyGift, isSold, nextDate, seatWords, ticketName } from "./lines"
import { Tickets } from "./Ticket"

const OrderSums = latePart(async () => ({ default: (await import("./OrderDetails")).OrderSums }))
const PageTop = latePart(async () => ({ default: (await import("./OrderDetails")).PageTop }), orNothing)

const REFETCH_MS = 3_000
const REFUND_REFETCH_MS = 30_000

export default function OrderPage() {
  const { id } = useParams()
  // Fetches an undecided order again at intervals, while the page is visible.
  const query = useQuery({
    ...orderQuery(id!),
    refetchInterval: ({ state }) => (state.data ? refetchMs(state.data) : false),
  })
  if (query.data) return <OrderView order={query.data} />
  if (isRefusal(query.error, 404)) return <NotFound>We can't find that order.</NotFound>
  if (query.isPending) return <PleaseWait />
  return (
    <Page title="Error: Order" heading="Order">
      <ErrorPanel what="your order" onRetry={() => void query.refetch()} message={query.error?.message} />
    </Page>
  )
}

/** How often to fetch an order that waits for PayPal or the buyer. */
function refetchMs({ status, changes = [] }: Order): number | false {
  if (["held", "capturing", "review", "refund_due"].includes(status)) return REFETCH_MS
  return changes.some((change) => change.status === "requested") && REFUND_REFETCH_MS
}

function OrderView({ order }: { order: Order }) {
  const user = useUser()
  const sent = useLocation().state as OrderPageState | null
  const isStaffView = user?.isAdmin && user._id !== order.user
  const isNew = useIsNew(order, sent?.placed)
  const now = useServerNow()
  const next = nextDate(order, now)
  const ticket = isStaffView || isNew ? undefined : dateAtHand(order, now)
  const thanks = isStaffView ? `${fullName(order.buyer)}'s order` : headingFor(order, sent?.confirming)
  return (
    <Page
      title={ticket ? ticketName(ticket) : thanks}
      heading={ticket ? <EventAndTime {...eventOf(ticket)} /> : thanks}
    >
      <PageTop order={order} />
      {/* Blocks on paper: browsers lose content of grids that continue on the next page. */}
      <div className="grid gap-6 print:block">
        {!isStaffView && !ticket && <OrderStatusBox order={order} />}
        <Outlet context={order} />
        <div
          className={
            isOnlyGift(order)
              ? "max-w-form"
              : "grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start print:block"
          }
        >
          {!isOnlyGift(order) && <Tickets order={order} first={next} isHeading={ticket !== undefined} />}
          <OrderSums order={order}>
            {ticket && (
              <>
                <h2>{thanks}</h2>
                <OrderStatusBox order={order} />
              </>
            )}
          </OrderSums>
        </div>
      </div>
    </Page>
  )
}

/** Whether the page was opened for the result of a purchase. Reloaded, or opened again, it is no longer. */
function useIsNew(order: Order, placed = false): boolean {
  const isReload = useNavigationType() === "POP"
  const [isNew, setIsNew] = useState(placed && !isReload)
  if (!isNew && !isSold(order)) setIsNew(true)
  return isNew
}

/** Keep the lead of this page in charityshop/spa/routes.py alike: the server's page says the same until the app starts. */
function PleaseWait() {
  return (
    <Page title="Your order" heading="Please wait...">
      <div aria-busy="true" data-waiting className="grid gap-6">
        <p className="text-lg">
          We're getting your order. If a slow connection keeps you waiting at the door, the code in our email is enough.
        </p>
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
    </Page>
  )
}

/** Returns the page's heading. `confirming`: a payment was sent, and its result is not known yet. */
function headingFor(order: Order, confirming = false): string {
  if (isSold(order) && isOnlyGift(order)) return "Thank you for your gift!"
  if (isSold(order)) return isCanceled(order) ? "Your date is canceled" : "Thank you for your purchase!"
  switch (order.status) {
    case "held":
      return confirming ? "Your payment is being confirmed" : "Not paid yet"
    case "expired":
      return isOnlyGift(order) ? "Not paid" : "Your hold expired"
    case "cancelled":
      return "This order was canceled"
    case "capturing":
    case "review":
      return "Your payment is being checked"
    case "refund_due":
      return headingForRefundDue(order)
    case "partly_refunded":
      return "This order has no seats left"
    default:
      return "This order was refunded"
  }
}

function headingForRefundDue(order: Order): string {
  switch (order.refundDue?.because) {
    case "seats_gone":
      return `We're sorry, the ${seatWords(order, "seat was", "seats were")} no longer available`
    case "refused":
      return "We could not accept your payment"
    default:
      return "Your payment is being refunded"
  }
}

const UnsoldText = latePart(async () => ({ default: (await import("./OrderDetails")).UnsoldText }), room("min-h-14"))
const PutBackInCart = latePart(() => import("./PutBackInCart"))
const CancelOrder = latePart(() => import("~/shop/shared/orders/CancelOrder"), room("min-h-[3.3125rem]"))

/** The order's status in a sentence, with the possible actions. */
function OrderStatusBox({ order }: { order: Order }) {
  const sold = isSold(order)
  return (
    <div className="grid gap-4">
      {order.isTest && (
        <p>
          <Badge look="info">Test order</Badge>
        </p>
      )}
      <div role="status">{sold ? <SoldText order={order} /> : <UnsoldText order={order} />}</div>
      <Actions order={order} />
    </div>
  )
}

function SoldText({ order }: { order: Order }) {
  return (
    <p className="no-print">
      Order <code className="whitespace-nowrap">{order.number}</code>.
      {nextDate(order, useServerNow()) && " Bring this page, on your phone or printed."}
    </p>
  )
}

/** What the buyer can do about an order without seats. */
function Actions({ order }: { order: Order }) {
  switch (order.status) {
    case "held":
      return (
        <div className="no-print grid justify-items-start gap-4">
          {/* A full page load: only the checkout's own document may load PayPal's script. */}
          <LinkButton reloadDocument to={paths.payOrder(order._id)}>
            Finish paying
          </LinkButton>
          <CancelOrder order={order} />
        </div>
      )
    case "expired":
    case "cancelled":
    case "refunded":
    case "refund_due":
      if (isOnlyGift(order)) return null
      return <PutBackInCart order={order} />
    default:
      return null
  }
}
