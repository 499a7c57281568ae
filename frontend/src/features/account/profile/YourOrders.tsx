import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { Link } from "react-router-dom"
import { myOrdersQuery } from "~/api/queries/orders"
import type { Order, OrderStatus } from "~/api/types"
import { useFocusOnHash } from "~/layout/useFocusOnHash"
import { formatDateOption, formatShortDate } from "~/lib/time/dates"
import { formatMoney } from "~/lib/money"
import { paths } from "~/paths"
import { charity, shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { LinkButton } from "~/ui/layout/Button"
import { EmptyState, Loaded, Skeleton } from "~/ui/feedback/States"

export function YourOrders() {
  const orders = useQuery(myOrdersQuery())
  const heading = useFocusOnHash("#your-orders")
  return (
    <section aria-labelledby="your-orders">
      <h2 ref={heading} id="your-orders" tabIndex={-1} className="mb-4 scroll-mt-[calc(var(--header-h)+1rem)]">
        Your orders
      </h2>
      <Loaded query={orders} what="your orders" loading={<OrdersSkeleton />}>
        {(loaded) => (loaded.length > 0 ? <OrderList orders={loaded} /> : <NoOrders />)}
      </Loaded>
    </section>
  )
}

function OrdersSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}

function NoOrders() {
  const find = (
    <LinkButton to={paths.events()} look="secondary">
      Find an event
    </LinkButton>
  )
  return <EmptyState action={find}>No orders yet.</EmptyState>
}

function OrderList({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className="grid gap-3">
      {orders.map((order) => (
        <OrderRow key={order._id} order={order} />
      ))}
    </ul>
  )
}

function OrderRow({ order }: { order: Order }) {
  const { timeZone } = shop()
  const status = order.refundDue?.step === "not_taken" ? "Payment not accepted" : statusTexts[order.status]
  return (
    <li className="relative grid gap-2 rounded-card border border-hair bg-paper p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          to={paths.order(order._id)}
          className="inline-flex min-h-tap items-center font-semibold underline after:absolute after:inset-0 after:rounded-card"
        >
          Order from {formatShortDate(order.createdAt, timeZone)}
        </Link>
        <span className="money text-lg font-bold">{formatMoney(order.totalPrice)}</span>
      </div>
      <p className="count text-ink-2">{order.number}</p>
      {order.orderItems.length === 0 && <p className="text-ink-2">Gift to {order.charity ?? charity()}</p>}
      <ul className="grid gap-1 text-ink-2">
        {bookedDates(order).map(({ _id, name, bookingDate, isOff, dateChange }) => (
          <li key={_id}>
            {name},{" "}
            <span className={clsx("inline-block", isOff && "line-through")}>
              {formatDateOption(bookingDate, timeZone)}
            </span>{" "}
            {(isOff || dateChange) && <Badge look="warning">{isOff ? "Canceled" : "New time"}</Badge>}
          </li>
        ))}
      </ul>
      {(status || order.isTest) && (
        <p className="flex flex-wrap gap-2">
          {status && <Badge look="warning">{status}</Badge>}
          {order.isTest && <Badge look="info">Test order</Badge>}
        </p>
      )}
    </li>
  )
}

const bookedDates = ({ orderItems }: Order) =>
  orderItems
    .flatMap(({ name, bookings }) => bookings.map((booking) => ({ ...booking, name })))
    .toSorted((one, other) => one.bookingDate.localeCompare(other.bookingDate))

/** Paid orders have no badge. */
const statusTexts: Record<OrderStatus, string | null> = {
  held: "Not paid yet",
  expired: "Not paid",
  cancelled: "Canceled",
  capturing: "Payment being checked",
  review: "Payment being checked",
  paid: null,
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
  refund_due: "Refund on its way",
}
