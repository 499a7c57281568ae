import { useRef } from "react"
import { formatDay } from "~/lib/time/dates"
import { cart, type CartItem } from "~/state/cart"
import type { CartLine } from "~/shared/cart/useFreshCart"
import { shop } from "~/state/shop"
import { notify } from "~/ui/overlays/notify"

/** Changing and removing lines, in the cart and at checkout: a removed one can be had back from a toast, and the focus goes to its neighbour. */
export function useLineRemoval() {
  const list = useRef<HTMLUListElement>(null)
  const empty = useRef<HTMLSpanElement>(null)

  const remove = (line: CartLine) => {
    const index = indexOf(list.current)
    const before = cart.get().cartItems
    take(line)
    const after = cart.get().cartItems
    const undo = () => {
      putBack(line, before, after)
      focusLine(index)
    }
    notify.info(`Removed ${named(line)}.`, { label: "Undo", onClick: undo })
    focusLine(index)
  }

  /** After React has drawn the list anew. */
  const focusLine = (index: number) =>
    requestAnimationFrame(() => {
      const names = list.current?.querySelectorAll<HTMLElement>("[data-line-name]") ?? []
      const next = names[Math.min(index, names.length - 1)] ?? empty.current
      next?.focus()
    })

  const setSeats = (line: CartLine, seats: number) => {
    if (seats <= 0) remove(line)
    else if (line.bookingDate) cart.setSeats(line.itemId, line.bookingDate, seats)
  }

  return { list, empty, remove, setSeats }
}

/** The row that has the focus: the one that is being removed. */
function indexOf(list: HTMLUListElement | null): number {
  const rows = [...(list?.children ?? [])]
  return Math.max(
    0,
    rows.findIndex((row) => row.contains(document.activeElement)),
  )
}

function take({ itemId, bookingDate }: CartLine): void {
  if (bookingDate === null) cart.removeItem(itemId)
  else cart.setSeats(itemId, bookingDate, 0)
}

/** At its old place, unless the cart was changed since. */
function putBack(line: CartLine, before: CartItem[], after: CartItem[]): void {
  if (cart.get().cartItems === after) return cart.setItems(before)
  const item = before.find(({ _id }) => _id === line.itemId)
  if (!item) return
  const { bookings: _, ...bare } = item
  if (line.bookingDate === null) cart.addItem(bare)
  else cart.add(bare, { bookingDate: line.bookingDate, reservationSeats: { qty: line.seats } })
}

export function named({ name, bookingDate }: CartLine): string {
  return bookingDate ? `${name}, ${formatDay(bookingDate, shop().timeZone)}` : name
}
