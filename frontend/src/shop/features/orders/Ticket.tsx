import clsx from "clsx"
import { type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { Order, OrderChange, Refund } from "~/common/api/types"
import { formatSum, fromCents, toCents } from "~/common/lib/money"
import { formatDay, formatDate } from "~/common/lib/time/dates"
import { type TicketLine, ticketLines } from "~/shop/shared/orders/orderDates"
import { NEXT_CODE, useOpenCode } from "~/shop/shared/passes/PassCode"
import { PassScreen, PassSlides } from "~/shop/shared/passes/PassScreen"
import { Badge } from "~/common/ui/feedback/Badge"
import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { PlaceText } from "~/common/ui/layout/PlaceText"
import { Picture } from "~/common/ui/pictures/Picture"
import { useServerNow } from "~/common/ui/time/useNow"
import { OnDay, When } from "~/common/ui/time/When"
import { eventOf, isOver, isSold, isValid, placeOf, ticketHolder, ticketName, validPasses } from "./lines"
import { TicketSums } from "./TicketSums"

const TicketDetails = latePart(() => import("./TicketDetails"), {
  // A canceled date has a notice and a button.
  waiting: ({ order, line, sold }) =>
    sold && <div className={line.booking.isOff ? "min-h-65" : isValid(order, line) ? "min-h-50" : "min-h-25"} />,
})
const PastTicket = latePart(() => import("./PastTicket"), {
  waiting: ({ isFolded }) => <div className={isFolded ? "min-h-20" : "min-h-71"} />,
})
const TicketTables = latePart(async () => ({ default: (await import("./OrderDetails")).TicketTables }), orNothing)

interface TicketsProps {
  order: Order
  /** The ticket that is needed next: stands first, and begins with its code. */
  first: TicketLine | undefined
  /** Whether the page's heading has the first ticket's event and time. */
  isHeading: boolean
}

export function Tickets({ order, first, isHeading }: TicketsProps) {
  const now = useServerNow()
  const [past, lines] = partition(ticketLines(order), (line) => isValid(order, line) && isOver(line, now))
  const [chosen, setChosen] = useState("")
  const { code, close } = useOpenCode()
  const valid = lines.filter((line) => isValid(order, line))
  const opened = code === NEXT_CODE ? first : valid.find(({ booking }) => booking._id === code)
  const shown = opened ?? valid.find(({ booking }) => booking._id === chosen) ?? first
  const others = lines.filter((line) => !isSame(line, first))
  return (
    <ul className="grid gap-5 print:block">
      {[...(first ? [first] : []), ...others].map((line) => (
        <Ticket
          key={line.booking._id}
          order={order}
          line={line}
          isFirst={line === first}
          isHeading={line === first && isHeading}
          codes={
            <TicketCodes
              line={line}
              holder={ticketHolder(order)}
              large={line === first}
              shown={isSame(line, shown)}
              onShow={() => setChosen(line.booking._id)}
              onClose={isSame(line, opened) ? close : null}
            />
          }
        />
      ))}
      {past.map((line) => (
        <li key={line.booking._id} className="keep-together print:mb-2">
          <PastTicket order={order} line={line} isFolded={past.length > 1} />
        </li>
      ))}
    </ul>
  )
}

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))]
}

const isSame = (one: TicketLine, other: TicketLine | undefined) => one.booking._id === other?.booking._id

interface TicketProps {
  order: Order
  line: TicketLine
  isFirst: boolean
  isHeading: boolean
  codes: ReactNode
}

/** A date of an order. If it is valid, it has a foil edge, its codes, and links to a calendar and a map. */
function Ticket({ order, line, isFirst, isHeading, codes }: TicketProps) {
  const { item, booking } = line
  const changes = order.changes?.filter((change) => change.booking === booking._id) ?? []
  const sold = isSold(order) && booking.status === "confirmed"
  const valid = isValid(order, line)
  const status = booking.isOff ? "Canceled" : statusOf(line, order, changes)
  const place = placeOf(line)
  const inHeading = isHeading && "hidden print:block" // the page's heading has the event and its time
  return (
    <li className={clsx("keep-together print:mb-2", valid && "foil")}>
      <article
        className={clsx(
          "grid gap-4 rounded-card bg-paper p-4 print:flow-root print:p-2",
          isFirst ? "sm:grid-cols-[16rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr]" : "sm:grid-cols-[14rem_minmax(0,1fr)]",
          valid ? "shadow-1" : "border border-hair",
        )}
      >
        {valid && isFirst && codes}
        <div
          className={clsx(
            "max-sm:order-last print:float-left print:me-3 print:w-26",
            !valid && "opacity-60 grayscale",
            isFirst && "sm:col-start-2 sm:max-w-56",
          )}
        >
          <Picture image={item.image} sizes="(min-width: 40rem) 14rem, 92vw" className="rounded-art" />
        </div>
        <div className={clsx("grid content-start gap-2 print:block", isFirst && "sm:col-start-2 sm:row-start-1")}>
          <h2 className={clsx("print:text-lg", inHeading)}>
            {item.name}
            <OnDay at={booking.bookingDate} />
          </h2>
          {status && (
            <p>
              <Badge look="warning">{status}</Badge>
            </p>
          )}
          <When start={booking.bookingDate} end={booking.endTime} className={clsx("font-semibold", inHeading)} />
          {item.minAge && <p className="font-semibold">{item.minAge}+: bring ID</p>}
          {booking.movedFrom && <p className="text-ink-2">Moved from {formatDay(booking.movedFrom)}.</p>}
          <TicketSums {...{ booking, sold }} />
          {place !== "Default" && (
            <p>
              <PlaceText place={place} />
            </p>
          )}
          {booking.place && item.eventLocation !== "Default" && (
            <p className="[overflow-wrap:anywhere] text-ink-2">Moved from {item.eventLocation}.</p>
          )}
          {valid && !isFirst && codes}
          {valid && <TicketTables {...{ order, line }} />}
          <TicketDetails {...{ order, line, changes, sold }} />
        </div>
      </article>
    </li>
  )
}

/** Returns the status of a ticket that is not valid, with its refund if there is one. */
function statusOf({ booking }: TicketLine, { refunds, status }: Order, changes: readonly OrderChange[]): string | null {
  if (booking.status === "refunded") {
    const made = refunds.filter(isCompletedRefundOf(booking._id))
    const last = changes.findLast((change) => change.status === "done")?.kind
    if ((last === "gift" || last === "return") && !made.at(-1)?.amount) return "Given back"
    return refundText(made, booking._id)
  }
  if (booking.status === "cancelled") return status === "expired" ? "Not booked" : "Canceled"
  if (booking.status !== "pending") return null
  if (status === "expired") return "Not booked" // its bookings are still pending until upkeep runs
  return status === "held" ? "Not paid yet" : "Being checked"
}

const isCompletedRefundOf = (booking: string) => (refund: Refund) =>
  refund.status === "completed" && refund.bookings.includes(booking)

/** The sum of the booking's parts, or of refunds of this booking only, if old ones have no amounts by booking. */
function refundText(refunds: Refund[], booking: string): string {
  const last = refunds.at(-1)
  if (!last) return "Refunded"
  const parts = refunds.flatMap((refund) => refund.parts).filter((part) => part.booking === booking)
  const cents = parts.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const amount = cents > 0 ? fromCents(cents) : last.bookings.length === 1 ? last.amount : 0
  const money = amount > 0 ? ` ${formatSum({ amount, currency: last.currency })}` : ""
  return `Refunded${money} on ${formatDate(last.createdAt)}`
}

interface TicketCodesProps {
  line: TicketLine
  holder: string
  /** Whether this ticket's codes are on the screen. Those of the order's other tickets are covered. */
  shown: boolean
  onShow: () => void
  large: boolean
  /** Closes the full screen. Null if this ticket's codes aren't on it. */
  onClose: (() => void) | null
}

/**
 * The valid codes of a ticket: one, or several for a party that was split. While covered, they keep their place, so that
 * nothing moves, and are still printed.
 */
function TicketCodes({ line, holder, shown, onShow, large, onClose }: TicketCodesProps) {
  const codes = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState(0)
  const passes = validPasses(line)
  if (passes.length === 0) return null
  const at = Math.min(turned, passes.length - 1) // a code may have ended
  const slides = { passes, holder, at, onTurn: setTurned }
  const show = () => {
    flushSync(onShow)
    codes.current?.focus({ preventScroll: true }) // the button is gone
  }
  return (
    <div className={clsx("grid *:col-start-1 *:row-start-1 print:block", large ? "sm:row-span-2" : "mt-1")}>
      <div ref={codes} tabIndex={-1} className={clsx("outline-none!", !shown && "invisible print:visible")}>
        <PassSlides
          {...slides}
          label={`Codes, ${ticketName(line)}`}
          size={large ? "large" : "small"}
          opens={line.booking._id}
        />
      </div>
      {!shown && (
        <button
          type="button"
          aria-label={`Show code, ${ticketName(line)}`}
          onClick={show}
          className="rounded-md border border-dashed border-line font-semibold text-link underline hover:bg-malt"
        >
          Show code
        </button>
      )}
      {onClose && (
        <PassScreen {...slides} {...eventOf(line)} place={placeOf(line)} onClose={onClose} focusAfter={codes} />
      )}
    </div>
  )
}
