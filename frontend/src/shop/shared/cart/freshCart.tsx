/** The cart's lines with current data from the server: the price and the seats left on each date. */
import { useQueries, useQueryClient, type UseQueryResult } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { isRefusal } from "~/common/api/client"
import { productQuery } from "~/shop/queries/products"
import { invalidate } from "~/common/api/queryClient"
import type { ProductDetail } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import { priceItem } from "~/common/lib/pricing"
import { counted } from "~/common/lib/text"
import { sameInstant } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { taxRateAt } from "~/shop/shared/venue"
import { cart, type Cart, type CartBooking, type CartItem, useCart } from "~/shop/state/cart"
import { seatsHeldHere, useCheckoutMemory } from "~/shop/state/checkout"
import { shop } from "~/shop/state/shop"
import { ErrorText, Notice } from "~/common/ui/feedback/Notice"

/** Why a line cannot be booked as it is. `short`: fewer seats are left than it has. */
type Trouble = "full" | "short" | "past" | "unavailable" | "undated"

export interface CartLine {
  key: string
  itemId: string
  name: string
  image: string
  /** null if the item has no date */
  bookingDate: string | null
  /** null while loading */
  endTime: string | null
  seats: number
  /** Dollars */
  subtotal: number
  /** Seats that can be booked, including those that this browser's order holds; null if unknown. */
  left: number | null
  trouble: Trouble | null
  priceChange: PriceChange | null
  /** null while loading */
  refundPolicy: ProductDetail["refundPolicy"] | null
  /** Where the date is, if it isn't where the event's others are. */
  elsewhere: string | null
  /** What members pay for a seat; null if it is no other price, or while loading. */
  memberPrice: number | null
}

/** Dollars per seat */
interface PriceChange {
  was: number
  now: number
}

export interface FreshCart {
  cart: Cart
  lines: CartLine[]
  /** Whether some lines could not be checked. */
  unchecked: boolean
  checkAgain: () => void
}

/** Fetches every item when the page opens and updates changed prices in the cart. */
export function useFreshCart(): FreshCart {
  const now = useCart()
  useRefetchAfterHold()
  const queries = useQueries({
    queries: now.cartItems.map((item) => ({ ...productQuery(item._id), meta: { loud: false } })),
  })
  const changes = usePriceChanges(now, queries)
  const lines = now.cartItems.flatMap((item, index) => linesOf(item, queries[index], changes[item._id] ?? null))
  const failed = queries.filter(({ error, data }) => error && !data && !isRefusal(error, 404))
  return {
    cart: now,
    lines,
    unchecked: failed.length > 0,
    checkAgain: () => failed.forEach((query) => void query.refetch()),
  }
}

/**
 * Fetches the seats again when the hold of this browser's order expires, because the server counted the held seats as
 * taken and this page counted them as left.
 */
function useRefetchAfterHold(): void {
  const client = useQueryClient()
  const until = useCheckoutMemory()?.order?.heldUntil
  useEffect(() => {
    if (!until) return
    const refetch = () => invalidate(client, ["Product"])
    const timer = setTimeout(refetch, Math.max(0, Date.parse(until) - serverNow()) + 250)
    return () => clearTimeout(timer)
  }, [client, until])
}

type ItemQuery = UseQueryResult<ProductDetail>

function usePriceChanges(now: Cart, queries: ItemQuery[]): Record<string, PriceChange> {
  const [changes, setChanges] = useState<Record<string, PriceChange>>({})
  // Apply each response only once: an older one must not undo a price that was accepted later.
  const applied = useRef<Record<string, number>>({})
  useEffect(() => {
    now.cartItems.forEach((item, index) => {
      const { data: current, dataUpdatedAt: at = 0 } = queries[index] ?? {}
      if (!current || current._id !== item._id || applied.current[item._id] === at) return
      applied.current[item._id] = at
      const bookings = item.bookings?.map((booking) => taxedNow(booking, current))
      if (isSame(item, current) && JSON.stringify(bookings) === JSON.stringify(item.bookings)) return
      if (current.price !== item.price) {
        setChanges((known) => ({
          ...known,
          [item._id]: { was: known[item._id]?.was ?? item.price, now: current.price },
        }))
      }
      cart.updateItem(item._id, { name: current.name, image: current.image, price: current.price, bookings })
    })
  }, [now.cartItems, queries])
  return changes
}

/** At the tax rate of the place where the date is now. */
function taxedNow({ taxRate: _, ...booking }: CartBooking, current: ProductDetail): CartBooking {
  const taxRate = taxRateAt(current, booking.bookingDate)
  return taxRate === undefined ? booking : { ...booking, taxRate }
}

function isSame(item: CartItem, current: ProductDetail): boolean {
  return item.price === current.price && item.name === current.name && item.image === current.image
}

function linesOf(item: CartItem, query: ItemQuery | undefined, priceChange: PriceChange | null): CartLine[] {
  const memberPrice = query?.data?.memberPrice ?? null
  const shown = { itemId: item._id, name: item.name, image: item.image, priceChange, memberPrice }
  const bookings = item.bookings ?? []
  if (bookings.length === 0) {
    const undated = {
      bookingDate: null,
      endTime: null,
      seats: 0,
      left: null,
      trouble: "undated",
      refundPolicy: null,
      elsewhere: null,
    } as const
    return [{ ...shown, ...undated, key: item._id, subtotal: item.price }]
  }
  return bookings.map((booking) => {
    const { bookingDate, reservationSeats } = booking
    const seats = reservationSeats.qty
    const subtotal = priceItem({ price: item.price, bookings: [booking] }, shop())
    const refundPolicy = query?.data?.refundPolicy ?? null
    const line = { ...shown, key: `${item._id} ${bookingDate}`, bookingDate, seats, subtotal, refundPolicy }
    return { ...line, ...availability(item._id, bookingDate, seats, query) }
  })
}

function availability(product: string, bookingDate: string, seats: number, query: ItemQuery | undefined) {
  const isGone = isRefusal(query?.error, 404) // even if it was there before
  const current = isGone ? undefined : query?.data
  const found = current?.occurrences.find(({ startTime }) => sameInstant(startTime, bookingDate))
  if (found) {
    const left = found.countInStock + seatsHeldHere(product, bookingDate)
    const trouble: Trouble | null = left <= 0 ? "full" : left < seats ? "short" : null
    return { endTime: found.endTime, left, trouble, elsewhere: found.elsewhere?.eventLocation ?? null }
  }
  const isUnavailable = current !== undefined || isGone
  const trouble: Trouble = Date.parse(bookingDate) <= Date.now() ? "past" : "unavailable"
  return { endTime: null, left: null, trouble: isUnavailable ? trouble : null, elsewhere: null }
}

/** What has changed about a line since it was added. `troubleId` is the ID of the text why it can't be booked. */
export function LineNotices({ line, troubleId }: { line: CartLine; troubleId?: string }) {
  const { priceChange } = line
  const trouble = troubleText(line)
  return (
    <>
      {priceChange && (
        <Notice look="warning" role="status">
          The price is now {formatMoney(priceChange.now)} (was {formatMoney(priceChange.was)}).
        </Notice>
      )}
      {line.elsewhere && <p>This date is at {line.elsewhere}.</p>}
      {trouble && <ErrorText id={troubleId}>{trouble}</ErrorText>}
    </>
  )
}

/** Returns the message on a line that cannot be booked as it is. */
function troubleText(line: CartLine): string | null {
  switch (line.trouble) {
    case "full":
      return "This date is sold out now."
    case "short":
      return line.left === 1 ? "Only 1 seat is left on this date." : `Only ${line.left} seats are left on this date.`
    case "past":
      return "This date has passed."
    case "unavailable":
      return "This date can no longer be booked."
    case "undated":
      return "No date is chosen yet."
    case null:
      return null
  }
}

/** Returns why the user cannot continue to checkout, or null. */
export function blockedReason(lines: readonly CartLine[]): string | null {
  if (lines.length === 0) return "Your cart is empty."
  const unavailable = lines.filter(
    ({ trouble }) => trouble === "full" || trouble === "past" || trouble === "unavailable",
  ).length
  if (unavailable > 0)
    return `Remove the ${unavailable === 1 ? "date" : counted(unavailable, "date")} that can't be booked to continue.`
  if (lines.some(({ trouble }) => trouble === "short")) return "Choose fewer seats on the marked dates to continue."
  if (lines.some(({ trouble }) => trouble === "undated")) return "Choose a date for every event to continue."
  return null
}
