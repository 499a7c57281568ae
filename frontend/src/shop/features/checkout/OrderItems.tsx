import { type ReactNode, type Ref, useId, useState } from "react"
import { counted, unbroken } from "~/common/lib/text"
import { seatsOnDates } from "~/shop/shared/cart/seatsOnDates"
import { formatPrice } from "~/common/lib/money"
import { formatDateOption } from "~/common/lib/time/dates"
import { Picture } from "~/common/ui/pictures/Picture"
import { OnDay, When } from "~/common/ui/time/When"

interface Line {
  key: string
  name: string
  bookingDate: string | null
  seats: number
}

interface OrderItemsProps {
  list?: Ref<HTMLUListElement>
  lines: readonly Line[]
  /** What opens the list on phones: "Change", or "More" if nothing can be changed. */
  more: string
  /** Opens the list, because a line needs attention. */
  attention?: boolean
  children: ReactNode
}

/** The booked dates. On phones, what they are in short, which leaves room for the payment buttons, until it is opened. */
export function OrderItems({ list, lines, more, attention = false, children }: OrderItemsProps) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  // Stays open afterward, because collapsing could hide the focused element.
  if (attention && !open) setOpen(true)
  return (
    <section aria-labelledby="order-items" className="grid gap-2">
      <h2 id="order-items">Order Items</h2>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-tap items-center justify-between gap-4 rounded-card border border-line bg-paper px-4 py-2 text-left hover:bg-malt lg:hidden"
      >
        <span className="grid min-w-0 [overflow-wrap:anywhere]">
          {open ? seatsOnDates(lines) : <InShort lines={lines} />}
        </span>{" "}
        <span className="shrink-0 text-link underline">{open ? "Less" : more}</span>
      </button>
      <ul ref={list} id={listId} className={open ? "grid gap-3" : "hidden gap-3 lg:grid"}>
        {children}
      </ul>
    </section>
  )
}

const MOST_NAMED = 3

/** The event, date and seats of one booking; of several, their sum and the first ones. */
function InShort({ lines }: { lines: readonly Line[] }) {
  const [only, ...others] = lines
  if (only && others.length === 0)
    return (
      <>
        <span className="leading-snug font-semibold">{only.name}</span>{" "}
        <span className="text-sm">{[...dayOf(only), seatsOf(only)].join(DOT)}</span>
      </>
    )
  const further = lines.length - MOST_NAMED
  return (
    <>
      <span className="font-semibold">{seatsOnDates(lines)}</span>{" "}
      {lines.slice(0, MOST_NAMED).map((line) => (
        <span key={line.key} className="text-sm">
          {[line.name, ...dayOf(line), seatsOf(line)].join(DOT)}{" "}
        </span>
      ))}
      {further > 0 && <span className="text-sm">and {counted(further, "more date", "more dates")}</span>}
    </>
  )
}

const DOT = "\u00a0· "
const dayOf = ({ bookingDate }: Line) => (bookingDate ? [unbroken(formatDateOption(bookingDate))] : [])
const seatsOf = ({ seats }: Line) => unbroken(counted(seats, "seat"))

interface OrderItemRowProps {
  name: string
  image: string
  bookingDate: string | null
  endTime: string | null
  /** Dollars */
  subtotal: number
  /** Notices about this line. */
  notices?: ReactNode
  /** The seat select, or the number of seats if it can't be changed. */
  seats: ReactNode
}

export function OrderItemRow({ name, image, bookingDate, endTime, subtotal, notices, seats }: OrderItemRowProps) {
  return (
    <li className="grid gap-3 panel p-4 shadow-1">
      <div className="flex gap-4">
        <div className="w-18 shrink-0 sm:w-28">
          <Picture image={image} sizes="7rem" className="rounded-art" />
        </div>
        <div className="min-w-0 flex-1">
          <h3 data-line-name tabIndex={-1} className="text-md">
            {name}
            {bookingDate && <OnDay at={bookingDate} />}
          </h3>
          {bookingDate && <When start={bookingDate} end={endTime} className="text-ink-2" />}
        </div>
      </div>
      {notices}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {seats}
        <p>
          <span className="sr-only">Subtotal </span>
          <span className="money font-bold">{formatPrice(subtotal)}</span>
        </p>
      </div>
    </li>
  )
}
