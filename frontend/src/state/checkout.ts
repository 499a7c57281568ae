/**
 * What this browser remembers of the order it is placing: the request's key, so that a repeated press finds the same
 * order; the order that holds the seats, to be reused or cancelled; and what was approved at PayPal but not yet
 * confirmed. All tabs share it as they share the cart: two of them pay for one order, and a tab that was closed while
 * it paid is no reason to pay again.
 */
import { useSyncExternalStore } from "react"
import * as v from "valibot"
import type { Order } from "~/api/types"
import { sameInstant } from "~/lib/time/dates"
import { serverNow } from "~/lib/time/serverClock"
import { makeStore } from "~/lib/store"
import { cart } from "~/state/cart"
import { session } from "~/state/session"
import { onStoredElsewhere, parseStored, readText, removeStored, writeStored } from "~/state/storage"

const KEY = "checkout"

/** The toast at the end of a purchase. */
export const successText = ({ totalPrice }: Order): string =>
  totalPrice === 0 ? "You're booked." : "Payment successful."

export const BEING_CONFIRMED = "Your payment is being confirmed. You will not be charged twice."

/** Router state for the order's page: the payment was sent, and its result is not known yet. */
export interface OrderPageState {
  confirming?: boolean
}

const Memory = v.object({
  user: v.string(),
  /** The request as text: if cart, contact or price differ, it is another order. */
  body: v.string(),
  key: v.string(),
  order: v.fallback(
    v.nullable(
      v.object({
        _id: v.string(),
        heldUntil: v.nullable(v.string()),
        lines: v.array(v.object({ product: v.string(), bookingDate: v.string(), seats: v.number() })),
      }),
    ),
    null,
  ),
  /** PayPal's id of an approved payment that the shop has not confirmed. */
  approved: v.fallback(v.nullable(v.string()), null),
})

export type CheckoutMemory = v.InferOutput<typeof Memory>

const version = makeStore(0)
const changed = () => version.set(version.get() + 1)
onStoredElsewhere(KEY, changed)
let lastText: string | null = null
let lastRead: CheckoutMemory | null = null

/** Reads the storage each time, because a sign-out clears it. Returns null for another user's order. */
function read(): CheckoutMemory | null {
  const text = readText(KEY)
  if (text !== lastText) {
    lastText = text
    lastRead = parseStored(text, Memory)
  }
  return lastRead && lastRead.user === session.get().user?._id ? lastRead : null
}

function write(next: CheckoutMemory | null): void {
  if (next) writeStored(KEY, next)
  else removeStored(KEY)
  changed()
}

export const checkout = {
  get: read,
  /** The key of this request: the stored one if the request is the same, or else a new one, which replaces it. */
  keyFor: (body: string): string => {
    const known = read()
    if (known?.body === body) return known.key
    const key = newKey()
    write({ user: session.get().user?._id ?? "", body, key, order: null, approved: null })
    return key
  },
  /** Stores the order that the request created. */
  keepOrder: (order: Order): void => {
    const known = read()
    if (known) write({ ...known, order: { _id: order._id, heldUntil: order.heldUntil, lines: linesOf(order) } })
  },
  /** Stores the id of the payment that was approved at PayPal for this order, or null. */
  approve: (orderId: string, paypalOrderId: string | null): void => {
    const known = read()
    if (known?.order?._id === orderId) write({ ...known, approved: paypalOrderId })
  },
  forget: (): void => write(null),
}

/** The stored order, kept current. */
export function useCheckoutMemory(): CheckoutMemory | null {
  return useSyncExternalStore(version.subscribe, read)
}

/** Seats on this date that this browser's own order holds; the server counts them as taken. */
export function seatsHeldHere(product: string, bookingDate: string, now: number = serverNow()): number {
  const order = read()?.order
  if (!order?.heldUntil || Date.parse(order.heldUntil) <= now) return 0
  return order.lines
    .filter((line) => line.product === product && sameInstant(line.bookingDate, bookingDate))
    .reduce((sum, line) => sum + line.seats, 0)
}

/**
 * What an order has bought, or is being charged for, leaves the cart, so that it cannot be bought a second time; what
 * was put in beside it stays. Should the payment fail after all, the order's page puts the seats back.
 */
export function takeOutOfCart(order: Order): void {
  if (read()?.order?._id === order._id) checkout.forget()
  for (const { product, bookingDate, seats } of linesOf(order)) {
    const item = cart.get().cartItems.find((known) => known._id === product)
    const booking = item?.bookings?.find((known) => sameInstant(known.bookingDate, bookingDate))
    if (booking) cart.setSeats(product, booking.bookingDate, booking.reservationSeats.qty - seats)
  }
}

/** The same for an order that was placed here and left without a clear answer. Returns whether it was one. */
export function takeUnansweredOutOfCart(order: Order): boolean {
  if (read()?.order?._id !== order._id) return false
  takeOutOfCart(order)
  return true
}

function linesOf(order: Order) {
  return order.orderItems.flatMap((item) =>
    item.bookings.map((booking) => ({
      product: item._id,
      bookingDate: booking.movedFrom ?? booking.bookingDate,
      seats: booking.reservationSeats.qty,
    })),
  )
}

/** Not crypto.randomUUID, which exists only with https and on localhost; a shop may run on http in a local network. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
