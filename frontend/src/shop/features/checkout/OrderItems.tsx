import { ChevronDown } from "lucide-react"
import { type ReactNode, type Ref, useId, useState } from "react"
import { seatsOnDates } from "~/common/lib/text"
import { formatPrice } from "~/common/lib/money"
import { Picture } from "~/common/ui/pictures/Picture"
import { OnDay, When } from "~/common/ui/time/When"

interface OrderItemsProps {
  list?: Ref<HTMLUListElement>
  lines: readonly { seats: number }[]
  /** Opens the list, because a line needs attention. */
  attention?: boolean
  children: ReactNode
}

/** The booked dates; on phones collapsed to one line. */
export function OrderItems({ list, lines, attention = false, children }: OrderItemsProps) {
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
        className="flex min-h-tap items-center justify-between gap-4 rounded-card border border-line bg-paper px-4 py-2 text-left font-semibold lg:hidden"
      >
        {seatsOnDates(lines)}
        <ChevronDown aria-hidden size={22} className={open ? "rotate-180" : undefined} />
      </button>
      <ul ref={list} id={listId} className={open ? "grid gap-3" : "hidden gap-3 lg:grid"}>
        {children}
      </ul>
    </section>
  )
}

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
