import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, type ReactNode } from "react"
import { Outlet, useLocation, useParams } from "react-router-dom"
import { ApiError } from "~/api/client"
import { orderQuery } from "~/api/queries/orders"
import { fullName } from "~/lib/fullName"
import type { Order } from "~/api/types"
import { Page } from "~/layout/Page"
import { NotFound } from "~/layout/NotFound"
import { successText, removeStoredOrderFromCart, type OrderPageState } from "~/state/checkout"
import { useUser } from "~/state/session"
import { ErrorPanel, Skeleton } from "~/ui/feedback/States"
import { notify } from "~/ui/overlays/notify"
import { isOnlyGift, netPaid } from "./lines"
import { OrderStatusBox } from "./OrderStatusBox"
import { OrderSums } from "./OrderSums"
import { PrintHead } from "./PrintHead"
import { headingFor } from "./statusText"
import { Tickets } from "./Ticket"

const REFETCH_MS = 3_000
const REFUND_REFETCH_MS = 30_000

export default function OrderPage() {
  const { id } = useParams()
  // Fetches an undecided order again at intervals, while the page is visible.
  const query = useQuery({
    ...orderQuery(id!),
    meta: { quiet: true },
    refetchInterval: ({ state }) => (state.data ? refetchMs(state.data) : false),
  })
  useLatePayment(query.data)
  if (query.data) return <OrderView order={query.data} />
  if (query.error instanceof ApiError && query.error.status === 404)
    return <NotFound>We can't find that order.</NotFound>
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

/** Empties the cart and shows a toast when the result of a payment arrives on this page instead of at checkout. */
function useLatePayment(order: Order | undefined) {
  const waited = useRef(false)
  useEffect(() => {
    if (!order || !["capturing", "review", "paid"].includes(order.status)) return
    if (removeStoredOrderFromCart(order)) waited.current = true
    if (order.status !== "paid") waited.current = true
    else if (waited.current) {
      waited.current = false
      notify.success(successText(order))
    }
  }, [order])
}

function OrderView({ order }: { order: Order }) {
  const user = useUser()
  const sent = useLocation().state as OrderPageState | null
  const isStaffView = user?.isAdmin && user._id !== order.user
  return (
    <Page title={isStaffView ? `${fullName(order.buyer)}'s order` : headingFor(order, sent ?? {})}>
      <PrintHead order={order} />
      {/* Blocks on paper: browsers lose content of grids that continue on the next page. */}
      <div className="grid gap-6 print:block">
        {!isStaffView && <OrderStatusBox order={order} />}
        <Outlet context={order} />
        <div
          className={
            isOnlyGift(order)
              ? "max-w-[30rem]"
              : "grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start print:block"
          }
        >
          {!isOnlyGift(order) && <Tickets order={order} />}
          <OrderSums order={order} netPaid={netPaid(order)} />
        </div>
      </div>
    </Page>
  )
}

function PleaseWait(): ReactNode {
  return (
    <Page title="Your order" heading="Please wait...">
      <div aria-busy="true" data-waiting className="grid gap-6">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
    </Page>
  )
}
