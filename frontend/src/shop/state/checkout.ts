/**
 * What this browser stores about the order being placed: the request's idempotency key, so that a repeated request
 * returns the same order; the order that holds the seats, to be reused or canceled; and the payment that was approved
 * at PayPal but not confirmed yet. Like the cart, it is shared by all tabs, so that two tabs pay for one order, and a
 * tab closed during payment doesn't lead to a second payment.
 */
import { useSyncExternalStore } from "react"
import { newIdempotencyKey } from "~/common/api/idempotencyKey"
import type { Order } from "~/common/api/types"
import { sameInstant } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { makeStore } from "~/common/lib/store"
import { cart } from "~/shop/state/cart"
import { session } from "~/shop/state/session"
import { isText, onStorageChange, parseStored, readText, removeStored, writeStored } from "~/shop/state/storage"

const KEY = "checkout"

/** The toast at the end of a purchase. */
export const successText = ({ totalPrice }: Order): string =>
  totalPrice === 0 ? "You're booked." : "Payment successful."

export const BEING_CONFIRMED = "Your payment is being confirmed. You will not be charged twice."

/** Router state of the order page. */
export interface OrderPageState {
  /** The order was placed or paid just now, so that the page begins with its result. */
  placed?: true
  /** The payment was sent, and its result is not known yet. */
  confirming?: boolean
}

export interface CheckoutMemory {
  user: string
  /** The request body as text. A change of the cart, contact or price needs a new order. */
  body: string
  key: string
  order: {
    _id: string
    heldUntil: string | null
    lines: { product: string; bookingDate: string; seats: number }[]
  } | null
  /** PayPal's id of an approved payment that the shop has not confirmed. */
  approved: string | null
}

function knownMemory({ user, body, key, order, approved }: CheckoutMemory): CheckoutMemory | null {
  if (![user, body, key].every(isText)) return null
  return { user, body, key, order: isOrder(order) ? order : null, approved: isText(approved) ? approved : null }
}

function isOrder(order: CheckoutMemory["order"]): boolean {
  return (
    isText(order?._id) &&
    (order.heldUntil === null || isText(order.heldUntil)) &&
    order.lines.every((line) => isText(line.product) && isText(line.bookingDate) && Number.isFinite(line.seats))
  )
}

const version = makeStore(0)
const changed = () => version.set(version.get() + 1)
onStorageChange(KEY, changed)
let lastText: string | null = null
let lastRead: CheckoutMemory | null = null

/** Reads browser storage each time, because signing out clears it. Returns null for another user's order. */
function read(): CheckoutMemory | null {
  const text = readText(KEY)
  if (text !== lastText) {
    lastText = text
    lastRead = parseStored(text, knownMemory)
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
  /** Returns the stored idempotency key if the request is the same; otherwise stores and returns a new one. */
  keyFor: (body: string): string => {
    const known = read()
    if (known?.body === body) return known.key
    const key = newIdempotencyKey()
    write({ user: session.get().user?._id ?? "", body, key, order: null, approved: null })
    return key
  },
  /** Stores the order created by the request. */
  storeOrder: (order: Order): void => {
    const known = read()
    if (known) write({ ...known, order: { _id: order._id, heldUntil: order.heldUntil, lines: linesOf(order) } })
  },
  /** Stores the id of the payment that was approved at PayPal for this order, or null. */
  approve: (orderId: string, paypalOrderId: string | null): void => {
    const known = read()
    if (known?.order?._id === orderId) write({ ...known, approved: paypalOrderId })
  },
  clear: (): void => write(null),
}

/** The stored state, updated when it changes. */
export function useCheckoutMemory(): CheckoutMemory | null {
  return useSyncExternalStore(version.subscribe, read)
}

/** Seats on this date held by this browser's own order. The server counts them as taken. */
export function seatsHeldHere(product: string, bookingDate: string, now: number = serverNow()): number {
  const order = read()?.order
  if (!order?.heldUntil || Date.parse(order.heldUntil) <= now) return 0
  return order.lines
    .filter((line) => line.product === product && sameInstant(line.bookingDate, bookingDate))
    .reduce((sum, line) => sum + line.seats, 0)
}

/**
 * Removes the order's seats from the cart once they are paid or being paid, so that they aren't bought twice, with the
 * code and the gift. Other seats stay. If the payment fails after all, the order page offers to put the seats back.
 */
export function removeOrderFromCart(order: Order): void {
  if (read()?.order?._id === order._id) checkout.clear()
  for (const { product, bookingDate, seats } of linesOf(order)) {
    const item = cart.get().cartItems.find((known) => known._id === product)
    const booking = item?.bookings?.find((known) => sameInstant(known.bookingDate, bookingDate))
    if (booking) cart.setSeats(product, booking.bookingDate, booking.reservationSeats.qty - seats)
  }
  if (order.orderItems.length > 0) cart.setExtras({ voucher: undefined, gift: undefined })
}

/** Does the same only for the stored order, whose payment result arrived late. Returns whether it was that order. */
export function removeStoredOrderFromCart(order: Order): boolean {
  if (read()?.order?._id !== order._id) return false
  removeOrderFromCart(order)
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
