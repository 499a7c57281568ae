import type { Order } from "~/api/types"
import { nextLine, ticketLines, type TicketLine } from "~/shared/orders/orderDates"

export interface NamedOrder {
  order: Order
  /** The date after which the order is named. Gifts have none. */
  line: TicketLine | undefined
}

/** Separates orders with a date ahead, soonest first, from the others, latest first. */
export function sortOrders(orders: readonly Order[], now: number): { comingUp: NamedOrder[]; past: NamedOrder[] } {
  const comingUp: NamedOrder[] = []
  const past: NamedOrder[] = []
  for (const order of orders) {
    const next = nextLine(order, now)
    if (next) comingUp.push({ order, line: next })
    else past.push({ order, line: ticketLines(order).at(-1) })
  }
  return { comingUp: comingUp.toSorted(byDate), past: past.toSorted((one, other) => byDate(other, one)) }
}

const byDate = (one: NamedOrder, other: NamedOrder) => dateOf(one) - dateOf(other)
const dateOf = ({ order, line }: NamedOrder) => Date.parse(line?.booking.bookingDate ?? order.createdAt)
