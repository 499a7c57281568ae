/** The cart's lines with what the server says of them now: the price, and the seats left on each date. */
import { useQueries, useQueryClient, type UseQueryResult } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { ApiError } from "~/api/client"
import { invalidate } from "~/api/queryClient"
import { productQuery } from "~/api/queries/products"
import type { ProductDetail } from "~/api/types"
import { sameInstant } from "~/lib/time/dates"
import { serverNow } from "~/lib/time/serverClock"
import { priceItem } from "~/lib/pricing"
import { cart, useCart, type Cart, type CartItem } from "~/state/cart"
import { seatsHeldHere, useCheckoutMemory } from "~/state/checkout"
import { shop } from "~/state/shop"

/** Why a line cannot be booked as it is. `short`: fewer seats are left than it asks for. */
type Trouble = "full" | "short" | "past" | "gone" | "undated"

export interface CartLine {
  key: string
  itemId: string
  name: string
  image: string
  /** null: an item that was put into the cart without a date */
  bookingDate: string | null
  /** null until the server has sent it */
  endTime: string | null
  seats: number
  /** dollars */
  subtotal: number
  /** Seats that can be had, those that are held here already among them; null while unknown. */
  left: number | null
  trouble: Trouble | null
  priceChange: PriceChange | null
}

/** Dollars a seat */
interface PriceChange {
  was: number
  now: number
}

export interface FreshCart {
  cart: Cart
  lines: CartLine[]
  /** The server could not be asked about some of them. */
  unchecked: boolean
  checkAgain: () => void
}

/** Asks about every item when the page opens; a price that is another one now is taken over into the cart. */
export function useFreshCart(): FreshCart {
  const now = useCart()
  useHoldOfOurs()
  const answers = useQueries({
    queries: now.cartItems.map((item) => ({ ...productQuery(item._id), meta: { quiet: true } })),
  })
  const changes = usePriceChanges(now, answers)
  const lines = now.cartItems.flatMap((item, index) => linesOf(item, answers[index], changes[item._id] ?? null))
  const failed = answers.filter(({ error, data }) => error && !data && !isGone(error))
  return {
    cart: now,
    lines,
    unchecked: failed.length > 0,
    checkAgain: () => failed.forEach((answer) => void answer.refetch()),
  }
}

/**
 * The seats that this browser's own order holds count as left. The numbers were sent while it held them, so they are
 * requested again once it does not.
 */
function useHoldOfOurs(): void {
  const client = useQueryClient()
  const until = useCheckoutMemory()?.order?.heldUntil
  useEffect(() => {
    if (!until) return
    const ended = () => invalidate(client, ["Product"])
    const timer = setTimeout(ended, Math.max(0, Date.parse(until) - serverNow()) + 250)
    return () => clearTimeout(timer)
  }, [client, until])
}

type Answer = UseQueryResult<ProductDetail>

function usePriceChanges(now: Cart, answers: Answer[]): Record<string, PriceChange> {
  const [changes, setChanges] = useState<Record<string, PriceChange>>({})
  // Each answer is taken over once: an older one must not undo a price that was accepted since.
  const taken = useRef<Record<string, number>>({})
  useEffect(() => {
    now.cartItems.forEach((item, index) => {
      const { data: current, dataUpdatedAt: at = 0 } = answers[index] ?? {}
      if (!current || current._id !== item._id || taken.current[item._id] === at) return
      taken.current[item._id] = at
      if (isSame(item, current)) return
      if (current.price !== item.price) {
        setChanges((known) => ({
          ...known,
          [item._id]: { was: known[item._id]?.was ?? item.price, now: current.price },
        }))
      }
      cart.updateItem(item._id, { name: current.name, image: current.image, price: current.price })
    })
  }, [now.cartItems, answers])
  return changes
}

function isSame(item: CartItem, current: ProductDetail): boolean {
  return item.price === current.price && item.name === current.name && item.image === current.image
}

function linesOf(item: CartItem, answer: Answer | undefined, priceChange: PriceChange | null): CartLine[] {
  const shown = { itemId: item._id, name: item.name, image: item.image, priceChange }
  const bookings = item.bookings ?? []
  if (bookings.length === 0) {
    const undated = { bookingDate: null, endTime: null, seats: 0, left: null, trouble: "undated" } as const
    return [{ ...shown, ...undated, key: item._id, subtotal: item.price }]
  }
  return bookings.map((booking) => {
    const { bookingDate, reservationSeats } = booking
    const seats = reservationSeats.qty
    const subtotal = priceItem({ price: item.price, bookings: [booking] }, shop())
    const line = { ...shown, key: `${item._id} ${bookingDate}`, bookingDate, seats, subtotal }
    return { ...line, ...standing(item._id, bookingDate, seats, answer) }
  })
}

function standing(product: string, bookingDate: string, seats: number, answer: Answer | undefined) {
  const current = answer?.data
  const found = current?.occurrences.find(({ startTime }) => sameInstant(startTime, bookingDate))
  if (found) {
    const left = found.countInStock + seatsHeldHere(product, bookingDate)
    const trouble: Trouble | null = left <= 0 ? "full" : left < seats ? "short" : null
    return { endTime: found.endTime, left, trouble }
  }
  const isOver = current !== undefined || isGone(answer?.error)
  const trouble: Trouble = Date.parse(bookingDate) <= Date.now() ? "past" : "gone"
  return { endTime: null, left: null, trouble: isOver ? trouble : null }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
