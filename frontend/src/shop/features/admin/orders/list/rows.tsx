import clsx from "clsx"
import { Link } from "react-router-dom"
import type { Order } from "~/common/api/types"
import { OrderMarks, paymentMethod, reservations } from "~/shop/features/admin/orders/OrderMarks"
import { CardFact, CardFacts, type Column } from "~/shop/features/admin/table/Table"
import { aboveBox, DateTime, MailLink, rowLink, ShortId, wholeBox } from "~/shop/features/admin/table/cells"
import { fullName } from "~/common/lib/text"
import { formatMoney } from "~/common/lib/money"
import { formatRefunded } from "~/common/lib/refunds"
import { paths } from "~/shop/paths"

export const columns: readonly Column<Order>[] = [
  { label: "ID", field: "_id", names: true, cell: (order) => <OrderLink order={order} /> },
  { label: "User", field: "user", cell: (order) => <Buyer order={order} /> },
  { label: "Reservations", field: "reservations", cell: (order) => <Reservations order={order} /> },
  { label: "Total", field: "totalPrice", right: true, cell: (order) => <Total order={order} /> },
  { label: "Order Placed", field: "createdAt", cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  { label: "Payment Method", field: "paymentMethod", cell: paymentMethod },
  { label: "Status", cell: (order) => <OrderMarks order={order} /> },
]

export const sortable = columns.flatMap(({ field }) => field ?? [])

function OrderLink({ order }: { order: Order }) {
  return (
    <Link to={paths.order(order._id)} className={clsx(wholeBox, "inline-flex min-h-6 items-center underline")}>
      <span className="sr-only">Order </span>
      <span>
        <span className="count block whitespace-nowrap">{order.number}</span>
        <ShortId id={order._id} />
      </span>
    </Link>
  )
}

function Buyer({ order: { buyer } }: { order: Order }) {
  return (
    <>
      <span className="block font-semibold [overflow-wrap:anywhere]">{fullName(buyer)}</span>
      <MailLink email={buyer.email} className={clsx(rowLink, aboveBox)} />
    </>
  )
}

/** "$27.60", and below it "−$6.90" if there was a refund. A free order's status says so. */
function Total({ order }: { order: Order }) {
  return (
    <>
      {order.totalPrice > 0 ? formatMoney(order.totalPrice) : "–"}
      {order.refundedPrice > 0 && (
        <span className="block text-sm font-normal whitespace-nowrap text-ink-2">
          <span className="sr-only">, refunded: </span>
          <span aria-hidden>−</span>
          {formatRefunded(order)}
        </span>
      )}
    </>
  )
}

function Reservations({ order }: { order: Order }) {
  const events = [...new Set(order.orderItems.map(({ name }) => name))]
  return (
    <>
      <span className="count block">{reservations(order)}</span>
      <span className="block max-w-60 text-ink-2 [overflow-wrap:anywhere]">{events.join(", ")}</span>
    </>
  )
}

/** A row on a phone. */
export function OrderCard({ order }: { order: Order }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="min-w-0 font-text text-lg font-bold [overflow-wrap:anywhere]">
          <Link to={paths.order(order._id)} className="inline-flex min-h-tap items-center underline">
            {fullName(order.buyer)}
          </Link>
        </h2>
        <span className="money text-right text-lg font-bold">
          <Total order={order} />
        </span>
      </div>
      <OrderMarks order={order} />
      <CardFacts>
        <CardFact label="Email">
          <MailLink email={order.buyer.email} />
        </CardFact>
        <CardFact label="Reservations">
          <Reservations order={order} />
        </CardFact>
        <CardFact label="Order Placed">
          <DateTime at={order.createdAt} />
        </CardFact>
        <CardFact label="Payment Method">{paymentMethod(order)}</CardFact>
        <CardFact label="Order">
          <span className="count">{order.number}</span>
        </CardFact>
        <CardFact label="ID">
          <ShortId id={order._id} />
        </CardFact>
      </CardFacts>
    </>
  )
}
