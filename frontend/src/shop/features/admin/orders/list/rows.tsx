import clsx from "clsx"
import { Mail } from "lucide-react"
import { Link } from "~/common/ui/layout/Link"
import type { Order } from "~/common/api/types"
import { OrderMarks, paymentMethod, reservations } from "~/shop/features/admin/orders/OrderMarks"
import type { Column } from "~/shop/features/admin/table/Table"
import { aboveBox, cut, DateTime, rowLink, ShortId, wholeBox } from "~/shop/features/admin/table/cells"
import { counted, fullName } from "~/common/lib/text"
import { formatMoney, fromCents, toCents } from "~/common/lib/money"
import { formatRefunded } from "~/common/lib/refunds"
import { formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"

const fixed = "text-xs text-ink-2"

export const columns: readonly Column<Order>[] = [
  { label: "Number", names: true, phone: "last", cell: (order) => <OrderLink order={order} /> },
  { label: "User", field: "user", phone: "title", cell: (order) => <Buyer order={order} /> },
  {
    label: "Reservations",
    field: "reservations",
    className: "xl:w-full xl:max-w-0",
    cell: (order) => <Reservations order={order} />,
  },
  { label: "Total", field: "totalPrice", right: true, phone: "beside", cell: (order) => <Total order={order} /> },
  {
    label: "Order Placed",
    narrow: true,
    field: "createdAt",
    className: fixed,
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
  { label: "Payment Method", narrow: true, field: "paymentMethod", cell: paymentMethod },
  { label: "Status", phone: "below", cell: (order) => <OrderMarks order={order} /> },
  { label: "ID", field: "_id", phone: "last", className: fixed, cell: ({ _id }) => <ShortId id={_id} /> },
]

function OrderLink({ order }: { order: Order }) {
  return (
    <Link to={paths.order(order._id)} className={clsx(wholeBox, "inline-flex min-h-6 items-center underline")}>
      <span className="sr-only">Order </span>
      <code className="whitespace-nowrap">{order.number}</code>
    </Link>
  )
}

/** The name, and the email address: on a large screen behind an icon. */
function Buyer({ order: { buyer } }: { order: Order }) {
  const name = fullName(buyer)
  return (
    <div className="xl:flex xl:items-center xl:gap-1.5">
      <span title={name} className={clsx(cut, "block font-semibold [overflow-wrap:anywhere] xl:max-w-36")}>
        {name}
      </span>
      <a
        href={`mailto:${buyer.email}`}
        title={buyer.email}
        className={clsx(rowLink, aboveBox, "text-sm font-normal text-link xl:min-w-6 xl:shrink-0 xl:justify-center")}
      >
        <Mail aria-hidden size={16} className="hidden xl:block" />
        <span className="xl:sr-only">{buyer.email}</span>
      </a>
    </div>
  )
}

/** "$27.60"; after a refund, what is left, on a small screen beside what it was. A free order's status says so. */
function Total({ order }: { order: Order }) {
  const { totalPrice, refundedPrice } = order
  const total = totalPrice > 0 ? formatMoney(totalPrice) : "–"
  if (refundedPrice === 0) return <>{total}</>
  const inOurs = formatRefunded(order) === formatMoney(refundedPrice)
  return (
    <>
      <s className="text-xs font-normal text-ink-2 xl:sr-only">{total}</s>{" "}
      <span className="sr-only">, refunded: {formatRefunded(order)}, net: </span>
      {inOurs ? formatMoney(fromCents(toCents(totalPrice) - toCents(refundedPrice))) : `− ${formatRefunded(order)}`}
    </>
  )
}

/** "Wed, Dec 2 · 2 seats · Friday Draft", or of several dates "2 dates · 5 seats, from Wed, Dec 2 · …" */
function Reservations({ order }: { order: Order }) {
  const events = [...new Set(order.orderItems.map(({ name }) => name))].join(", ")
  const seats = bookedSeats(order)
  const choice = choiceText(order)
  return (
    <span title={[seats, choice, events].filter(Boolean).join(" · ")} className={cut}>
      <span className="count max-xl:block">{seats}</span>
      {choice && (
        <span className="text-xs font-semibold text-warn max-xl:block max-xl:text-balance">
          <span className="max-xl:hidden"> · </span>
          {choice}
        </span>
      )}
      {events && (
        <span className="text-ink-2 max-xl:block max-xl:max-w-60 max-xl:[overflow-wrap:anywhere]">
          <span className="max-xl:hidden"> · </span>
          {events}
        </span>
      )}
    </span>
  )
}

/** With the first date that is booked. */
function bookedSeats(order: Order): string {
  const bookings = order.orderItems.flatMap((item) => item.bookings)
  const [first, second] = bookings.map(({ bookingDate }) => bookingDate).sort()
  if (first === undefined) return reservations(order)
  if (second !== undefined) return `${reservations(order)}, from ${formatDay(first)}`
  return `${formatDay(first)} · ${counted(bookings[0]!.reservationSeats.qty, "seat")}`
}

/** "date canceled, choice open until Dec 2"; "" if its dates take place as booked. */
function choiceText({ orderItems }: Order): string {
  const bookings = orderItems.flatMap((item) => item.bookings)
  const open = bookings.find(({ dateChange }) => dateChange)?.dateChange
  if (!open) return bookings.some(({ isOff }) => isOff) ? "date canceled" : ""
  const [, day] = formatDay(open.until).split(", ")
  return `${open.kind === "cancel" ? "date canceled" : "date moved"}, choice open until ${day}`
}
