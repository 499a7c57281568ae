import { useMutation, useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { type ReactNode, useId, useState } from "react"
import { Link } from "~/common/ui/layout/Link"
import { myOrdersQuery } from "~/shop/queries/orders"
import { leaveWaitingMutation } from "~/shop/queries/waiting"
import { ownWaitingQuery } from "~/shop/queries/ownWaiting"
import type { Order, OrderStatus, WaitingEntry } from "~/common/api/types"
import { useFocusOnHash } from "~/shop/layout/useFocusOnHash"
import { formatMoney, formatPrice } from "~/common/lib/money"
import { isInDollars } from "~/common/lib/refunds"
import { formatDateOption, formatDeadline, formatDate } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { nextLine, type TicketLine, ticketLines } from "~/shop/shared/orders/orderDates"
import { placeText, wishText, yoursText } from "~/shop/shared/waitingText"
import { charity } from "~/shop/state/shop"
import { announce } from "~/common/ui/feedback/announce"
import { Badge } from "~/common/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { useNow } from "~/common/ui/time/useNow"
import { ErrorNotice } from "~/common/ui/feedback/Notice"

/** The user's orders and places on waiting lists. They appear together, so that none moves the others. */
export function YourOrders() {
  const orders = useQuery(myOrdersQuery())
  const waiting = useQuery(ownWaitingQuery())
  const now = useNow()
  const places = (waiting.data ?? []).filter((entry) => isOpen(entry, now))
  const heading = useFocusOnHash("#your-orders")
  return (
    <section aria-labelledby="your-orders">
      <h2 ref={heading} id="your-orders" tabIndex={-1} className="mb-4 scroll-mt-[calc(var(--spacing-header)+1rem)]">
        Your orders
      </h2>
      <Loaded query={orders} isReady={!waiting.isPending} what="your orders" loading={<OrdersSkeleton />}>
        {(loaded) =>
          loaded.length + places.length > 0 ? <Groups orders={loaded} places={places} now={now} /> : <NoOrders />
        }
      </Loaded>
    </section>
  )
}

/** Whether the user still waits, or has an offer. */
const isOpen = ({ status, offer }: WaitingEntry, now: number) =>
  offer === null ? status === "waiting" : Date.parse(offer.until) > now

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

function Groups({ orders, places, now }: { orders: readonly Order[]; places: readonly WaitingEntry[]; now: number }) {
  const { comingUp, past } = sortOrders(orders, now)
  return (
    <div className="grid gap-6">
      <OrderGroup name="Coming up" orders={comingUp} />
      <YourPlaces entries={places} />
      <OrderGroup name="Past" orders={past} first={5} />
    </div>
  )
}

interface OrderGroupProps {
  name: string
  orders: readonly NamedOrder[]
  /** How many are shown until somebody asks for all. */
  first?: number
}

function OrderGroup({ name, orders, first = Infinity }: OrderGroupProps) {
  const heading = useId()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? orders : orders.slice(0, first)
  if (orders.length === 0) return null
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading}>{name}</h3>
      <ul className="grid gap-3">
        {shown.map((named) => (
          <OrderRow key={named.order._id} {...named} />
        ))}
      </ul>
      {orders.length > first && (
        <Button look="secondary" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${orders.length}`}
        </Button>
      )}
    </section>
  )
}

/** An order in a list: its dates in order, the way to its next ticket or choice, its number and its sums. */
function OrderRow({ order, line }: NamedOrder) {
  const status = order.refundDue?.step === "not_taken" ? "Payment not accepted" : statusTexts[order.status]
  const lines = ticketLines(order)
  return (
    <li className="relative grid gap-2 panel p-4 [overflow-wrap:anywhere]">
      {lines.length > 1 ? (
        <ul className="grid gap-1 text-ink-2">
          {lines.map((each) => (
            <li key={each.booking._id}>
              <OrderDate order={order} line={each} isLinked={each.booking._id === line?.booking._id} />
            </li>
          ))}
        </ul>
      ) : line ? (
        <OrderDate order={order} line={line} isLinked />
      ) : (
        <OrderLink order={order}>{`Gift to ${order.charity ?? charity()}`}</OrderLink>
      )}
      {line && <NextStep order={order} line={line} />}
      {(status || order.isTest) && (
        <p className="flex flex-wrap gap-2">
          {status && <Badge look="warning">{status}</Badge>}
          {order.isTest && <Badge look="info">Test order</Badge>}
        </p>
      )}
      <p className="count flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        <span>
          Order <code className="whitespace-nowrap">{order.number}</code>, placed {formatDate(order.createdAt)}
        </span>
        <OrderSum order={order} />
      </p>
    </li>
  )
}

/** A date of an order. The one that the order is named after is the link. */
function OrderDate({ order, line, isLinked }: { order: Order; line: TicketLine; isLinked: boolean }) {
  const text = <EventAndDate line={line} />
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {isLinked ? <OrderLink order={order}>{text}</OrderLink> : <span>{text}</span>}
      <DateBadge line={line} />
    </span>
  )
}

/** The order's page, for a tap anywhere on its card. */
function OrderLink({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <Link
      to={paths.order(order._id)}
      className="inline-flex min-h-tap min-w-0 items-center font-semibold text-ink underline after:absolute after:inset-0 after:rounded-card"
    >
      <span>{children}</span>
    </Link>
  )
}

/** The button of a card: to the ticket of a date to come, or to what the buyer may choose. */
function NextStep({ order, line: { item, booking } }: { order: Order; line: TicketLine }) {
  const isOver = Date.parse(booking.endTime) <= useNow()
  const isUseful = booking.isOff ? booking.dateChange !== undefined : !isOver
  if (booking.status !== "confirmed" || !isUseful) return null
  const text = booking.isOff ? "Choose" : "Show ticket"
  return (
    <LinkButton
      look="secondary"
      to={booking.isOff ? paths.order(order._id) : paths.order(order._id, booking._id)}
      aria-label={`${text}, ${item.name}, ${formatDateOption(booking.bookingDate)}`}
      className="relative justify-self-start" // above the link of the whole card
    >
      {text}
    </LinkButton>
  )
}

/** The total, and if some of it was refunded, what is left of it: "$34.50 −$11.50 $23.00" */
function OrderSum({ order }: { order: Order }) {
  const { totalPrice, refundedPrice } = order
  if (refundedPrice === 0 || !isInDollars(order))
    return <span className="money ml-auto">{formatPrice(totalPrice)}</span>
  return (
    <span className="money ml-auto flex flex-wrap gap-x-3">
      <span>{formatMoney(totalPrice)}</span>{" "}
      <span>
        <span className="sr-only">refunded </span>−{formatMoney(refundedPrice)}
      </span>{" "}
      <span className="font-semibold text-ink">
        <span className="sr-only">net </span>
        {formatMoney(totalPrice - refundedPrice)}
      </span>
    </span>
  )
}

/** "Draft Night, Fri, Dec 4 · 7:00 PM" */
function EventAndDate({ line: { item, booking } }: { line: TicketLine }) {
  return (
    <>
      {item.name},{" "}
      <span className={clsx("inline-block", booking.isOff && "line-through")}>
        {formatDateOption(booking.bookingDate)}
      </span>
    </>
  )
}

/** Says that the club canceled or moved the date. */
function DateBadge({ line: { booking } }: { line: TicketLine }) {
  if (booking.isOff) return <Badge look="warning">Canceled</Badge>
  return booking.dateChange?.kind === "move" && <Badge look="warning">New time</Badge>
}

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

interface NamedOrder {
  order: Order
  /** The date after which the order is named. Gifts have none. */
  line: TicketLine | undefined
}

/** Separates orders with a date ahead, soonest first, from the others, latest first. */
function sortOrders(orders: readonly Order[], now: number): { comingUp: NamedOrder[]; past: NamedOrder[] } {
  const comingUp: NamedOrder[] = []
  const past: NamedOrder[] = []
  for (const order of orders) {
    const next = nextLine(order, now)
    if (next) comingUp.push({ order, line: next })
    else past.push({ order, line: ticketLines(order).at(-1) })
  }
  return { comingUp: comingUp.sort(byDate), past: past.sort((one, other) => byDate(other, one)) }
}

const byDate = (one: NamedOrder, other: NamedOrder) => dateOf(one) - dateOf(other)
const dateOf = ({ order, line }: NamedOrder) => Date.parse(line?.booking.bookingDate ?? order.createdAt)

/** The user's places on waiting lists: seats that are offered for a while, and places in line. */
function YourPlaces({ entries }: { entries: readonly WaitingEntry[] }) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="your-places" className="grid gap-3">
      <h3 id="your-places">Waiting lists</h3>
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <Place key={entry._id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Place({ entry }: { entry: WaitingEntry }) {
  const { name, product, startTime, offer } = entry
  const leave = useMutation(leaveWaitingMutation)
  const left = offer ? "You have passed the seats on." : "You have left the waiting list."
  return (
    <li className="grid gap-2 panel p-4 [overflow-wrap:anywhere]">
      <Link
        to={paths.event(product, startTime)}
        className="inline-flex min-h-tap min-w-0 items-center justify-self-start font-semibold underline"
      >
        <span>
          {name}, <span className="inline-block">{formatDateOption(startTime)}</span>
        </span>
      </Link>
      {offer ? (
        <p>
          {yoursText(offer.seats)} until <span className="inline-block">{formatDeadline(offer.until)}.</span>
        </p>
      ) : (
        <p>
          {placeText(entry)} <span className="text-ink-2">{wishText(entry)}</span>
        </p>
      )}
      <ErrorNotice error={leave.error} />
      <div className="flex flex-wrap gap-3">
        {offer && (
          <LinkButton look="secondary" to={paths.event(product, startTime)}>
            Book
          </LinkButton>
        )}
        <Button
          look="secondary"
          busy={leave.isPending}
          busyText="Leaving…"
          onClick={() => leave.mutate(entry._id, { onSuccess: () => announce(left) })}
        >
          {offer ? "No, thanks" : "Leave"}
        </Button>
      </div>
    </li>
  )
}
