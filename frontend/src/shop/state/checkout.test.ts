import { beforeEach, expect, test } from "vitest"
import { cart } from "~/shop/state/cart"
import { checkout, seatsHeldHere, removeOrderFromCart, removeStoredOrderFromCart } from "~/shop/state/checkout"
import { session } from "~/shop/state/session"
import { anOrder, anOrderBooking, anOrderItem, aUserInfo, inDays } from "~/testing/factories"

const ana = aUserInfo()
const friday = inDays(7)
const seats = (qty: number) => ({ bookingDate: friday, reservationSeats: { qty } })
const item = anOrderItem({ bookings: [anOrderBooking(seats(2))] })
const held = anOrder({ status: "held", heldUntil: new Date(Date.now() + 600_000).toISOString(), orderItems: [item] })

beforeEach(() => session.setUser(ana))

test("the same request keeps its idempotency key; a different request gets a new one", () => {
  const key = checkout.keyFor("two seats")

  expect(checkout.keyFor("two seats")).toBe(key)
  expect(checkout.keyFor("three seats")).not.toBe(key)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
})

test("another user of the same browser doesn't get the previous user's order", () => {
  const key = checkout.keyFor("two seats")
  checkout.storeOrder(held)
  session.setUser(aUserInfo({ _id: "f".repeat(24) }))

  expect(checkout.get()).toBeNull()
  expect(checkout.keyFor("two seats")).not.toBe(key)
})

test.each(["{", "null", '{"user": 7}'])("an invalid stored order (%s) is ignored", (stored) => {
  localStorage.setItem("checkout", stored)

  expect(checkout.get()).toBeNull()
})

test("seatsHeldHere counts seats until the hold expires", () => {
  checkout.keyFor("two seats")
  checkout.storeOrder(held)

  expect(seatsHeldHere(item._id, friday)).toBe(2)
  expect(seatsHeldHere(item._id, inDays(14))).toBe(0)
  expect(seatsHeldHere(item._id, friday, Date.now() + 601_000)).toBe(0)
})

test("seats that were bought leave the cart, and other seats stay", () => {
  cart.add({ _id: item._id, name: "x", image: "", price: 12 }, seats(3))
  cart.add({ _id: "other", name: "y", image: "", price: 1 }, seats(1))

  removeOrderFromCart(held)

  expect(cart.get().cartItems.map(({ _id, bookings }) => [_id, bookings![0]!.reservationSeats.qty])).toEqual([
    [item._id, 1],
    ["other", 1],
  ])
})

test("a late payment result empties the cart once, and only for an order placed in this browser", () => {
  cart.add({ _id: item._id, name: "x", image: "", price: 12 }, seats(2))
  expect(removeStoredOrderFromCart(held)).toBe(false)
  expect(cart.get().cartItems).toHaveLength(1)
  checkout.keyFor("two seats")
  checkout.storeOrder(held)

  expect(removeStoredOrderFromCart(held)).toBe(true)
  expect(cart.get().cartItems).toHaveLength(0)
  expect(removeStoredOrderFromCart(held)).toBe(false)
})
