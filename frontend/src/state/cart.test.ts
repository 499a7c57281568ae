import { expect, test } from "vitest"
import { cart, countBookings, emptyCart, type CartItem } from "~/state/cart"
import { setShop } from "~/state/shop"

const night = { _id: "a", name: "Friday Commander Night", image: "", price: 12 }
const on = (bookingDate: string, qty: number) => ({ bookingDate, reservationSeats: { qty } })
const first = "2026-12-05T03:00:00Z"
const second = "2026-12-12T03:00:00Z"
const stored = () => JSON.parse(localStorage.getItem("cart")!) as unknown

test("the cart is kept under its key in the shape that was agreed", () => {
  cart.add(night, on(first, 2))

  expect(stored()).toEqual({
    cartItems: [{ ...night, bookings: [{ bookingDate: first, reservationSeats: { qty: 2 } }] }],
    billingAddress: {},
    shippingAddress: {},
    paymentMethod: "Paypal",
    itemsPrice: 24,
    shippingPrice: 0,
    taxPrice: 3.6,
    totalPrice: 27.6,
  })
})

test("an item that is there already is ignored", () => {
  cart.add(night, on(first, 2))
  cart.addItem({ ...night, name: "Another name" })

  expect(cart.get().cartItems).toHaveLength(1)
  expect(cart.get().cartItems[0]?.name).toBe(night.name)
})

test("the same date again adds its seats; another date is another booking", () => {
  cart.add(night, on(first, 2))
  cart.add(night, on(first, 1))
  cart.add(night, on(second, 1))

  expect(cart.get().cartItems[0]?.bookings).toEqual([on(first, 3), on(second, 1)])
  expect(countBookings(cart.get())).toBe(2)
  expect(cart.get().itemsPrice).toBe(48)
})

test("seats are set; none removes the booking, and the last booking its item", () => {
  cart.add(night, on(first, 2))
  cart.add(night, on(second, 1))

  cart.setSeats("a", first, 5)
  expect(cart.get().cartItems[0]?.bookings?.[0]).toEqual(on(first, 5))
  cart.setSeats("a", first, 0)
  expect(cart.get().cartItems[0]?.bookings).toEqual([on(second, 1)])
  cart.setSeats("a", second, -1)
  expect(cart.get().cartItems).toEqual([])
  expect(cart.get().totalPrice).toBe(0)
})

test("an item without bookings counts its price once, and no booking", () => {
  cart.addItem({ ...night })

  expect(cart.get().itemsPrice).toBe(12)
  expect(countBookings(cart.get())).toBe(0)
})

test("clearing empties the items and keeps the addresses", () => {
  cart.add(night, on(first, 2))
  cart.saveShippingAddress({ fName: "Ana", city: "Portland" })
  cart.saveBillingAddress({ country: "US" })
  cart.clear()

  expect(cart.get()).toEqual({
    ...emptyCart,
    shippingAddress: { fName: "Ana", city: "Portland" },
    billingAddress: { country: "US" },
  })
})

test("an item is removed by its id, with all its bookings", () => {
  cart.add(night, on(first, 2))
  cart.add({ ...night, _id: "b" }, on(first, 1))
  cart.removeItem("a")

  expect(cart.get().cartItems.map(({ _id }) => _id)).toEqual(["b"])
  expect(cart.get().itemsPrice).toBe(12)
})

test("removed items can be put back as they were", () => {
  cart.add(night, on(first, 2))
  const before: CartItem[] = cart.get().cartItems
  cart.removeItem("a")
  cart.setItems(before)

  expect(cart.get().cartItems).toEqual(before)
  expect(cart.get().totalPrice).toBe(27.6)
})

test("the shop's own rules price the cart", () => {
  setShop({ taxRate: 0.1, shippingFlat: 10, shippingFreeOver: 100, pricePer: "booking" })
  cart.add(night, on(first, 4))

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
  JSON.stringify({ cartItems: [{ ...night, bookings: null }] }),
  JSON.stringify({ cartItems: [{ ...night, bookings: seats(0) }] }),
  JSON.stringify({ cartItems: [{ ...night, bookings: seats(2.5) }] }),
  JSON.stringify({ cartItems: [{ ...night, bookings: seats("2") }] }),
])("a stored cart that is not valid (%s) is read as an empty one", (text) => {
  localStorage.setItem("cart", text)
  cart.reload()

  expect(cart.get()).toEqual(emptyCart)
})

test("a stored cart keeps its items where an address or a sum is wrong, and fields of other versions are left out", () => {
  const item = { ...night, color: "red" }
  localStorage.setItem("cart", JSON.stringify({ cartItems: [item], billingAddress: { city: 7 }, totalPrice: "1" }))
  cart.reload()

  expect(cart.get()).toEqual({ ...emptyCart, cartItems: [night], itemsPrice: 12, taxPrice: 1.8, totalPrice: 13.8 })
})

test("sums that were changed by hand are calculated again", () => {
  cart.add(night, on(first, 2))
  localStorage.setItem("cart", JSON.stringify({ ...cart.get(), totalPrice: 1 }))
  cart.reload()

  expect(cart.get().totalPrice).toBe(27.6)
})

test("another tab's change is followed", () => {
  cart.add(night, on(first, 2))
  const other = { ...cart.get(), cartItems: [{ ...night, bookings: [on(first, 1)] }] }
  localStorage.setItem("cart", JSON.stringify(other))
  window.dispatchEvent(new StorageEvent("storage", { key: "cart" }))

  expect(cart.get().itemsPrice).toBe(12)
})
