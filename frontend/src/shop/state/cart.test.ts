import { expect, test } from "vitest"
import { cart, countBookings, emptyCart, type CartItem } from "~/shop/state/cart"
import { setShop } from "~/shop/state/shop"

const event = { _id: "a", name: "Friday Commander Night", image: "", price: 12 }
const on = (bookingDate: string, qty: number) => ({ bookingDate, reservationSeats: { qty } })
const first = "2026-12-05T03:00:00Z"
const second = "2026-12-12T03:00:00Z"
const stored = () => JSON.parse(localStorage.getItem("cart")!) as unknown

test("the cart is stored under its key in the specified shape", () => {
  cart.add(event, on(first, 2))

  expect(stored()).toEqual({
    cartItems: [{ ...event, bookings: [{ bookingDate: first, reservationSeats: { qty: 2 } }] }],
    billingAddress: {},
    shippingAddress: {},
    paymentMethod: "Paypal",
    itemsPrice: 24,
    shippingPrice: 0,
    taxPrice: 3.6,
    totalPrice: 27.6,
  })
})

test("adding a booked date again adds seats to its booking; another date becomes another booking", () => {
  cart.add(event, on(first, 2))
  cart.add(event, on(first, 1))
  cart.add(event, on(second, 1))

  expect(cart.get().cartItems[0]?.bookings).toEqual([on(first, 3), on(second, 1)])
  expect(countBookings(cart.get())).toBe(2)
  expect(cart.get().itemsPrice).toBe(48)
})

test("setting 0 seats removes the booking, and the item with its last booking", () => {
  cart.add(event, on(first, 2))
  cart.add(event, on(second, 1))

  cart.setSeats("a", first, 5)
  expect(cart.get().cartItems[0]?.bookings?.[0]).toEqual(on(first, 5))
  cart.setSeats("a", first, 0)
  expect(cart.get().cartItems[0]?.bookings).toEqual([on(second, 1)])
  cart.setSeats("a", second, -1)
  expect(cart.get().cartItems).toEqual([])
  expect(cart.get().totalPrice).toBe(0)
})

test("removed items can be restored", () => {
  cart.add(event, on(first, 2))
  const before: CartItem[] = cart.get().cartItems
  cart.removeItem("a")
  cart.setItems(before)

  expect(cart.get().cartItems).toEqual(before)
  expect(cart.get().totalPrice).toBe(27.6)
})

test("cart prices follow the shop's settings", () => {
  setShop({ taxRate: 0.1, shippingFlat: 10, shippingFreeOver: 100, pricePer: "booking" })
  cart.add(event, on(first, 4))

  expect(cart.get()).toMatchObject({ itemsPrice: 12, taxPrice: 1.2, shippingPrice: 10, totalPrice: 23.2 })
})

const seats = (qty: unknown) => [{ bookingDate: first, reservationSeats: { qty } }]

test.each([
  "not json",
  "null",
  '"cart"',
  "[]",
  "{}",
  '{"cartItems":[{"_id":1}]}',
  '{"cartItems":[{"_id":"a","name":"x","image":"","price":-1}]}',
  '{"cartItems":[{"_id":"a","name":"x","image":"","price":1e999}]}',
  JSON.stringify({ cartItems: [{ ...event, bookings: null }] }),
  JSON.stringify({ cartItems: [{ ...event, bookings: seats(0) }] }),
  JSON.stringify({ cartItems: [{ ...event, bookings: seats(2.5) }] }),
  JSON.stringify({ cartItems: [{ ...event, bookings: seats("2") }] }),
])("an invalid stored cart (%s) is read as an empty cart", (text) => {
  localStorage.setItem("cart", text)
  cart.reload()

  expect(cart.get()).toEqual(emptyCart)
})

test("a stored cart with an invalid address, an invalid sum or an unknown field keeps its items", () => {
  const item = { ...event, color: "red" }
  localStorage.setItem("cart", JSON.stringify({ cartItems: [item], billingAddress: { city: 7 }, totalPrice: "1" }))
  cart.reload()

  expect(cart.get()).toEqual({ ...emptyCart, cartItems: [event], itemsPrice: 12, taxPrice: 1.8, totalPrice: 13.8 })
})

test("the cart follows changes made in another tab", () => {
  cart.add(event, on(first, 2))
  const other = { ...cart.get(), cartItems: [{ ...event, bookings: [on(first, 1)] }] }
  localStorage.setItem("cart", JSON.stringify(other))
  window.dispatchEvent(new StorageEvent("storage", { key: "cart" }))

  expect(cart.get().itemsPrice).toBe(12)
})

test("a gift doesn't outlive the seats that it was added to", () => {
  cart.add(event, on(first, 2))
  cart.setExtras({ voucher: "SPRING", gift: { choice: "5", amount: 5 } })
  cart.setSeats("a", first, 0)
  cart.add(event, on(second, 1))

  expect(cart.get().gift).toBeUndefined()
  expect(cart.get().voucher).toBe("SPRING")
})
