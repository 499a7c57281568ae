import { useRef } from "react"
import { formatDay } from "~/common/lib/time/dates"
import { cart, type CartItem } from "~/shop/state/cart"
import type { CartLine } from "~/shop/shared/cart/freshCart"
import { notify } from "~/common/ui/overlays/notify"

/**
 * Changes and removes lines, in the cart and at checkout. After a removal, a toast offers Undo and the focus moves to
 * the next line.
 */
export function useLineRemoval() {
  const list = useRef<HTMLUListElement>(null)
  const empty = useRef<HTMLSpanElement>(null)

  const remove = (line: CartLine) => {
    const index = indexOf(list.current)
    const before = cart.get().cartItems
    removeFromCart(line)
    const after = cart.get().cartItems
    const undo = () => {
      putBack(line, before, after)
      focusLine(index)
    }
    notify.info(`Removed ${lineName(line)}.`, { label: "Undo", onClick: undo })
    focusLine(index)
  }

  /** Waits until React has rendered the changed list. */
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

/** The index of the line that is being removed, which has the focus. */
function indexOf(list: HTMLUListElement | null): number {
  const rows = [...(list?.children ?? [])]
  return Math.max(
    0,
    rows.findIndex((row) => row.contains(document.activeElement)),
  )
}

function removeFromCart({ itemId, bookingDate }: CartLine): void {
  if (bookingDate === null) cart.removeItem(itemId)
  else cart.setSeats(itemId, bookingDate, 0)
}

/** Restores the line in its old position, or at the end if the cart has changed since. */
function putBack(line: CartLine, before: CartItem[], after: CartItem[]): void {
  if (cart.get().cartItems === after) return cart.setItems(before)
  const item = before.find(({ _id }) => _id === line.itemId)
  if (!item) return
  const { bookings = [], ...bare } = item
  const booking = bookings.find(({ bookingDate }) => bookingDate === line.bookingDate)
  if (booking) cart.add(bare, booking)
  else cart.addItem(bare)
}

export function lineName({ name, bookingDate }: Pick<CartLine, "name" | "bookingDate">): string {
  return bookingDate ? `${name}, ${formatDay(bookingDate)}` : name
}
