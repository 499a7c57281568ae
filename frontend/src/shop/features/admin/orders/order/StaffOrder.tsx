import { useQuery } from "@tanstack/react-query"
import { useOutletContext } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { attentionQuery, historyQuery } from "~/shop/queries/staff/orders"
import type { Order, HistoryEntry, OrderStatus, Refund } from "~/common/api/types"
import { OrderMarks, paymentMethod, statusLabels } from "~/shop/features/admin/orders/OrderMarks"
import { ReviewAction, ReviewText } from "~/shop/features/admin/orders/review/ReviewAction"
import { MailLink } from "~/shop/features/admin/table/cells"
import { formatMoney, formatPrice, formatSum } from "~/common/lib/money"
import { formatRefunded } from "~/common/lib/refunds"
import { capitalize, counted, fullName } from "~/common/lib/text"
import { formatDate, formatDateTime, formatDay, formatMoment } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { Notice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { useLargeScreen } from "~/common/ui/hooks/useLargeScreen"
import { SumRow } from "~/common/ui/layout/SumRow"
import { Fold } from "~/common/ui/layout/Fold"
import { historyText } from "./historyText"
import { OrderTools } from "./OrderTools"

/** Staff's part of an order's page: buyer, payment, actions and history. */
export default function StaffOrder() {
  const order = useOutletContext<Order>()
  return (
    <section
      aria-labelledby="for-staff"
      data-staff
      className="no-print grid items-start gap-6 panel p-4 lg:grid-cols-2 lg:p-5"
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="for-staff">For staff</h2>
          <OrderMarks order={order} />
        </div>
        <ReviewNotices order={order} />
        <Facts order={order} />
        <OrderTools order={order} />
        <Refunds order={order} />
        <GuestLists order={order} />
      </div>
      <History order={order} />
    </section>
  )
}

/** The review items of this order. */
function ReviewNotices({ order }: { order: Order }) {
  const { data: reviewItems = [] } = useQuery(attentionQuery())
  return reviewItems
    .filter(({ _id }) => _id === order._id)
    .map((item) => (
      <Notice key={item.kind + item.since} look="warning">
        <div className="grid justify-items-start gap-2">
          <ReviewText item={item} />
          <ReviewAction item={item} onOrderPage />
        </div>
      </Notice>
    ))
}

// For links in a list.
const row = "-my-2.5 inline-flex min-h-tap items-center underline lg:my-0 lg:min-h-6"

function Facts({ order }: { order: Order }) {
  const { buyer } = order
  return (
    <dl className="grid gap-2 text-sm">
      <SumRow label="Order">
        <code>{order.number}</code>
      </SumRow>
      <SumRow label="Buyer">
        <Link to={paths.adminUser(buyer._id)} className={row}>
          {fullName(buyer)}
        </Link>
      </SumRow>
      <SumRow label="Email">
        <MailLink email={buyer.email} className={row} />
      </SumRow>
      <SumRow label="Order Placed">{formatDateTime(order.createdAt)}</SumRow>
      {order.paidAt && <SumRow label="Paid">{formatDateTime(order.paidAt)}</SumRow>}
      {order.heldUntil && order.status === "held" && (
        <SumRow label="Seats held until">{formatMoment(order.heldUntil)}</SumRow>
      )}
      <SumRow label="Payment Method">{paymentMethod(order)}</SumRow>
      <SumRow label="Total">{formatPrice(order.totalPrice)}</SumRow>
      {order.refundedPrice > 0 && <SumRow label="Refunded">{formatRefunded(order)}</SumRow>}
    </dl>
  )
}

function GuestLists({ order }: { order: Order }) {
  const dates = order.orderItems.flatMap(({ _id, name, bookings }) =>
    bookings.map((booking) => ({ product: _id, name, date: booking.bookingDate, id: booking._id })),
  )
  if (dates.length === 0) return null
  return (
    <div>
      <h3>Guest lists</h3>
      <ul>
        {dates.map(({ product, name, date, id }) => (
          <li key={id}>
            <Link
              to={paths.adminGuests(product, date)}
              className="inline-flex min-h-tap items-center underline [overflow-wrap:anywhere]"
            >
              {name}, {formatDay(date)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The refunds of an order, oldest first, with the seats that each returns, and the fees and gifts that the club keeps. */
function Refunds({ order }: { order: Order }) {
  const refunds = order.refunds.filter(({ status }) => status !== "failed")
  if (refunds.length === 0) return null
  return (
    <div>
      <h3>Refunds</h3>
      <ul className="mt-1 grid gap-2 text-sm [overflow-wrap:anywhere]">
        {refunds.map((refund) => (
          <li key={refund.createdAt}>
            <p>{headline(refund)}</p>
            {refund.giftPrice && <p className="text-ink-2">{formatMoney(refund.giftPrice)} of it from the gift</p>}
            {refund.parts.map((part) => (
              <p key={part.booking} className="text-ink-2">
                {partText(part, order)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** "11/22/2026: $12.42 refunded" */
function headline(refund: Refund): string {
  const money = refund.amount > 0 ? formatSum(refund) : "no money"
  const what = refund.status === "completed" ? "refunded" : "to be refunded, waiting for PayPal"
  return `${formatDate(refund.createdAt)}: ${money} ${what}`
}

/** "1 seat, Friday Commander Night, Fri, Dec 4, gift of $12.42" */
function partText({ booking, seats, fee, gift }: Refund["parts"][number], { orderItems }: Order): string {
  const item = orderItems.find(({ bookings }) => bookings.some(({ _id }) => _id === booking))
  const date = item?.bookings.find(({ _id }) => _id === booking)?.bookingDate
  return [
    counted(seats, "seat"),
    item?.name,
    date && formatDay(date),
    fee > 0 && `fee of ${formatMoney(fee)}`,
    gift > 0 && `gift of ${formatMoney(gift)}`,
  ]
    .filter(Boolean)
    .join(", ")
}

/** The history of the order, oldest first. Collapsed on a phone, to keep the tickets near the top. */
function History({ order }: { order: Order }) {
  const isLarge = useLargeScreen()
  const history = useQuery(historyQuery(order._id, stateOf(order)))
  const count = history.data ? ` (${history.data.length})` : ""
  return (
    <Fold open={isLarge} className="min-w-0 lg:-mt-[11px]" title={<h3>History{count}</h3>}>
      <Loaded query={history} what="the history" loading={<Skeleton className="h-40 rounded-md" />}>
        {(entries) => (
          <ol aria-label="History" className="mt-2 grid gap-3 border-l-2 border-hair pl-4">
            {entries.map((entry, position) => (
              // The position is a stable key: entries keep their place, and two of them may have the same time.
              <li key={position} className="grid gap-0.5 text-sm [overflow-wrap:anywhere]">
                <p className="text-ink-2">{formatMoment(entry.at)}</p>
                <p className="money font-semibold">{historyText(entry)}</p>
                {entry.reason && <p>“{entry.reason}”</p>}
                {entry.changes.map((change) => (
                  <p key={change.field}>{changeText(change)}</p>
                ))}
                {entry.problem && <p className="text-err">{entry.problem}</p>}
                {entry.paypalId && <p className="text-ink-2">PayPal {entry.paypalId}</p>}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Fold>
  )
}

/** "held_until" → "Held until" */
const readable = (text: string) => capitalize(text.replaceAll("_", " "))
const INSTANT = /^\d{4}-\d\d-\d\dT/
/** "capturing" → "Payment pending", if it is a status of orders; times are the shop's */
const valueText = (text: string) =>
  INSTANT.test(text) ? formatMoment(text) : (statusLabels[text as OrderStatus]?.label ?? readable(text))

/** "Status changed from Payment pending to Paid" */
function changeText({ field, before, after }: HistoryEntry["changes"][number]): string {
  if (!after) return `${readable(field)} removed`
  return `${readable(field)} ${before ? `changed from ${valueText(before)} to` : "set to"} ${valueText(after)}`
}

/** What is in the key of the history's query, so that it is fetched again when the order changes. */
const stateOf = ({ status, refunds, changes = [], deliveredAt }: Order) =>
  [status, deliveredAt, changes.length, ...refunds.map((refund) => refund.status)].join()
