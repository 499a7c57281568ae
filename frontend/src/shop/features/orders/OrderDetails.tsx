/** What the page of an order says besides its tickets. */
import { Printer } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"
import type { Order } from "~/common/api/types"
import { formatMoney, formatPrice, formatSum, toCents } from "~/common/lib/money"
import { formatRefunded, giftLeft, isInDollars } from "~/common/lib/refunds"
import { counted, unbroken } from "~/common/lib/text"
import { formatDateTime, formatDate } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { DiscountRows, GiftRow, isFree, subtotalOf } from "~/shop/shared/cart/price"
import { TaxRow } from "~/shop/shared/cart/TaxRow"
import { type TicketLine, ticketLines } from "~/shop/shared/orders/orderDates"
import { Asked } from "~/shop/shared/passes/Asked"
import { CurrentTable } from "~/shop/shared/tables/CurrentTable"
import { BEING_CONFIRMED, type OrderPageState, removeStoredOrderFromCart, successText } from "~/shop/state/checkout"
import { useUser } from "~/shop/state/session"
import { Questions } from "~/shop/layout/Footer"
import { charity, shop } from "~/shop/state/shop"
import { Notice } from "~/common/ui/feedback/Notice"
import { Button, Spinner } from "~/common/ui/layout/Button"
import { SumRow } from "~/common/ui/layout/SumRow"
import { notify } from "~/common/ui/overlays/notify"
import { HoldLine } from "~/common/ui/time/HoldLine"
import { useServerNow } from "~/common/ui/time/useNow"
import { isOnlyGift, isOver, isValid, netPaid, seatWords, ticketHolder, validPasses } from "./lines"

interface OrderSumsProps {
  order: Order
  /** Stands above the sums. */
  children?: ReactNode
}

/** When the order was placed and paid, its sums and its refunds. */
export function OrderSums({ order, children }: OrderSumsProps) {
  const name = ticketHolder(order)
  const subtotal = subtotalOf(order)
  const refunds = order.refunds.filter(({ status, amount }) => status === "completed" && amount > 0)
  return (
    <section
      aria-label="Order total"
      className="keep-together grid gap-4 panel p-4 sm:p-5 lg:sticky lg:top-[calc(var(--spacing-header)+1.5rem)] print:static print:p-2"
    >
      {children}
      <dl className="grid gap-2 print:gap-0">
        {name && <SumRow label="For">{name}</SumRow>}
        <DateTimeRow label="Placed At" at={order.createdAt} />
        {order.paidAt && !order.isTest && isLater(order.paidAt, order.createdAt) && (
          <DateTimeRow label="Paid" at={order.paidAt} />
        )}
        {order.deliveredAt && <DateTimeRow label="Delivered" at={order.deliveredAt} />}
        {seatPrices(order).map(({ price, seats }) => (
          <SumRow key={price} label={`${counted(seats, "seat")} at ${formatMoney(price)}`}>
            {formatMoney(price * seats)}
          </SumRow>
        ))}
        {/* The tickets have it, unless they show fewer seats than were sold. */}
        {(order.discounts || order.status === "partly_refunded") && subtotal > 0 && (
          <SumRow label="Subtotal">{formatMoney(subtotal)}</SumRow>
        )}
        <DiscountRows price={order} />
        {order.shippingPrice > 0 && <SumRow label="Shipping">{formatMoney(order.shippingPrice)}</SumRow>}
        {!isFree(order) && <TaxRow {...order} label="Taxes & Other Fees" />}
        <GiftRow price={order} />
        <SumRow label="Total" total>
          {formatPrice(order.totalPrice)}
        </SumRow>
        {refunds.map((refund) => (
          <SumRow key={refund.createdAt} label={`${refundedText(refund)} on ${unbroken(formatDate(refund.createdAt))}`}>
            −{formatSum(refund)}
          </SumRow>
        ))}
        {refunds.length > 0 && isInDollars(order) && <SumRow label="Net paid">{formatMoney(netPaid(order))}</SumRow>}
      </dl>
      {order.giftNote && <p className="text-sm text-ink-2">{order.giftNote}</p>}
      <Button look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden size={20} />
        Print
      </Button>
      <Questions className="text-sm [overflow-wrap:anywhere]" />
    </section>
  )
}

/** The paid seats by price, as they were sold. Nothing once seats went back, because the tickets no longer count those. */
function seatPrices(order: Order): { price: number; seats: number }[] {
  const seats = new Map<number, number>()
  for (const { item, booking } of ticketLines(order))
    if (item.price > 0) seats.set(item.price, (seats.get(item.price) ?? 0) + booking.reservationSeats.qty)
  const cents = [...seats].reduce((sum, [price, count]) => sum + toCents(price) * count, 0)
  return cents === toCents(subtotalOf(order)) ? [...seats].map(([price, count]) => ({ price, seats: count })) : []
}

const countSeats = ({ parts }: Order["refunds"][number]) => parts.reduce((sum, { seats }) => sum + seats, 0)

/** "1 seat refunded", or "Refunded" if no seats went back. */
function refundedText(refund: Order["refunds"][number]): string {
  const seats = countSeats(refund)
  return seats > 0 ? `${counted(seats, "seat")} refunded` : "Refunded"
}

/** Whether the order was paid a minute or more after it was placed. Otherwise the time of payment is not shown. */
function isLater(paidAt: string, placedAt: string): boolean {
  return Date.parse(paidAt) - Date.parse(placedAt) >= 60_000
}

/** Uses a smaller font on narrow phones, so that the date and time fit on one line. */
function DateTimeRow({ label, at }: { label: string; at: string }) {
  return (
    <SumRow label={label}>
      <span className="max-[24rem]:text-sm">{formatDateTime(at).replaceAll(/ (?=[APC-Z])/g, "\u00a0")}</span>
    </SumRow>
  )
}

/** What stands above the tickets: on paper whose order it is; after the date, where its tables ended. */
export function PageTop({ order }: { order: Order }) {
  const now = useServerNow()
  useLatePayment(order)
  return (
    <>
      <div className="hidden print:mb-2 print:block">
        <PrintHead order={order} />
      </div>
      <div className="mb-6 grid gap-3 empty:hidden">
        {ticketLines(order)
          .filter((line) => isValid(order, line) && isOver(line, now))
          .map((line) => (
            <TicketTables key={line.booking._id} {...{ order, line }} />
          ))}
      </div>
    </>
  )
}

/** What the event asks and, on the evening, where the buyer of a ticket plays. It stands after the ticket's code, which the door needs first. */
export function TicketTables({ order, line }: { order: Order; line: TicketLine }) {
  if (useUser()?._id !== order.user) return null
  const { bookingDate, endTime } = line.booking
  const passes = validPasses(line)
  return (
    <>
      <Asked startTime={bookingDate} passes={passes} />
      <CurrentTable startTime={bookingDate} endTime={endTime} codes={passes.map(({ code }) => code)} />
    </>
  )
}

/** The head of the printed page: the order's number, name, address and URL. */
function PrintHead({ order }: { order: Order }) {
  const { address, addressSecondary, city, state, postalCode, country } = order.shippingAddress
  const place = [address, addressSecondary, city, [state, postalCode].filter(Boolean).join(" "), country].filter(
    Boolean,
  )
  return (
    <>
      <p className="text-lg font-bold">{shop().name}</p>
      <p>
        Order <code>{order.number}</code>
      </p>
      <p>{[ticketHolder(order), ...place].join(", ")}</p>
      <p>{window.location.origin + paths.order(order._id)}</p>
    </>
  )
}

/** Empties the cart and shows a toast when the result of a payment arrives on this page instead of at checkout. */
function useLatePayment(order: Order): void {
  const waited = useRef(false)
  useEffect(() => {
    if (!["capturing", "review", "paid"].includes(order.status)) return
    if (removeStoredOrderFromCart(order)) waited.current = true
    if (order.status !== "paid") waited.current = true
    else if (waited.current) {
      waited.current = false
      notify.success(successText(order))
    }
  }, [order])
}

/** What happened to an order without seats, or what it waits for. */
export function UnsoldText({ order }: { order: Order }) {
  const confirming = (useLocation().state as OrderPageState | null)?.confirming
  switch (order.status) {
    case "held":
      return (
        <div className="grid gap-3">
          {confirming && <Notice look="info">{BEING_CONFIRMED}</Notice>}
          {order.heldUntil && !isOnlyGift(order) && <HoldLine key={order.heldUntil} until={order.heldUntil} />}
        </div>
      )
    case "expired":
      return <p>{isOnlyGift(order) ? "" : "Your hold expired before you paid. "}Nothing was charged.</p>
    case "cancelled":
      return (
        <p>
          Order <code>{order.number}</code> was canceled. Nothing was charged.
        </p>
      )
    case "capturing":
    case "review":
      if (order.reviewBecause) return <Notice look="info">{lateText(order, order.reviewBecause)}</Notice>
      return (
        <Notice look="info">
          <p className="flex items-start gap-2">
            <Spinner className="mt-1" />
            <span>
              PayPal is still checking your payment.{" "}
              {!isOnlyGift(order) && `We're holding ${seatWords(order, "your seat", "your seats")}. `}
              This page updates automatically.
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
            ? `We refunded ${formatRefunded(order)}${refundedOn(order)}.`
            : "You gave all seats back."}
          {giftLeft(order) > 0 &&
            ` Your gift of ${formatMoney(giftLeft(order))} stays with ${order.charity ?? charity()}.`}
        </Notice>
      )
    default:
      return (
        <Notice look="info">
          {order.refundedPrice > 0
            ? `We refunded ${formatRefunded(order)}${refundedOn(order)}.`
            : `Nothing was charged. We released ${seatWords(order, "this seat", "these seats")}${refundedOn(order)}.`}
        </Notice>
      )
  }
}

/** Returns when the last money went back, or if there was none, the last seats. */
function refundedOn({ refunds, refundedPrice }: Order): string {
  const last = refunds.findLast(({ status, amount }) => status === "completed" && (amount > 0 || !refundedPrice))
  return last ? ` on ${formatDate(last.createdAt)}` : ""
}

const reasons = {
  code_used: "its discount code had been used up",
  member_price: "another of your orders had the member price for this date",
  membership_ended: "the membership for its price had ended",
  free_seats: "you had other free seats for this date, up to the limit",
} satisfies Record<NonNullable<Order["reviewBecause"]>, string>

/** Says why the organizer decides about a late payment, and what happens next. The email says the same. */
function lateText(order: Order, because: NonNullable<Order["reviewBecause"]>): string {
  return (
    `Your payment arrived after your hold had ended, and ${reasons[because]}. The organizer will check it, and you get ` +
    `either ${seatWords(order, "this seat", "these seats")} or all of your money back. We'll email you. Please don't pay again.`
  )
}

/** Returns why an order is refunded in full, or "" for old orders without a stored reason. */
function refundReason(order: Order): string {
  switch (order.refundDue?.because) {
    case "seats_gone":
      return `The ${seatWords(order, "seat was", "seats were")} no longer available when your payment arrived.`
    case "refused":
      return `We've released ${seatWords(order, "this seat", "these seats")}.`
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
