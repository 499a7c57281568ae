import clsx from "clsx"
import { Link } from "react-router-dom"
import type { Order } from "~/common/api/types"
import { OrderMarks, paymentMethod, reservations } from "~/shop/features/admin/orders/OrderMarks"
import type { Column } from "~/shop/features/admin/table/Table"
import { aboveBox, DateTime, MailLink, rowLink, ShortId, wholeBox } from "~/shop/features/admin/table/cells"
import { fullName } from "~/common/lib/text"
import { formatMoney } from "~/common/lib/money"
import { formatRefunded } from "~/common/lib/refunds"
import { paths } from "~/shop/paths"

export const columns: readonly Column<Order>[] = [
  { label: "ID", field: "_id", names: true, phone: "last", cell: (order) => <OrderLink order={order} /> },
  { label: "User", field: "user", phone: "title", cell: (order) => <Buyer order={order} /> },
  { label: "Reservations", field: "reservations", cell: (order) => <Reservations order={order} /> },
  { label: "Total", field: "totalPrice", right: true, phone: "beside", cell: (order) => <Total order={order} /> },
  { label: "Order Placed", field: "createdAt", cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  { label: "Payment Method", field: "paymentMethod", cell: paymentMethod },
  { label: "Status", phone: "below", cell: (order) => <OrderMarks order={order} /> },
]

function OrderLink({ order }: { order: Order }) {
  return (
    <Link to={paths.order(order._id)} className={clsx(wholeBox, "inline-flex min-h-6 items-center underline")}>
      <span className="sr-only">Order </span>
      <span>
        <span className="font-code whitespace-nowrap lg:block">{order.number}</span>
        <ShortId id={order._id} />
      </span>
    </Link>
  )
}

function Buyer({ order: { buyer } }: { order: Order }) {
  return (
    <>
      <span className="block font-semibold [overflow-wrap:anywhere]">{fullName(buyer)}</span>
      <MailLink email={buyer.email} className={clsx(rowLink, aboveBox, "text-sm font-normal")} />
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
