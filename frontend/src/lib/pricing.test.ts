import { expect, test } from "vitest"
import cases from "../../../tests/pricing_cases.json"
import { priceItem, priceItems, type PricingRules } from "~/lib/pricing"

// Carts with discounts or gifts show the server's quote.
const plain = cases.filter((each) => !("giftPrice" in each))

// The server's tests use the same cases.
test.each(plain)("prices match the shared case: $name", ({ settings, items, expected }) => {
  const cart = items.map(({ price, bookings }) => ({
    price,
    bookings: bookings.map((qty) => ({ reservationSeats: { qty } })),
  }))

  expect(priceItems(cart, settings as PricingRules)).toEqual(expected)
})

test("an item is priced per seat or per booking, depending on the settings", () => {
  const item = { price: 12.5, bookings: [{ reservationSeats: { qty: 3 } }] }

  expect(priceItem(item, { pricePer: "seat" })).toBe(37.5)
  expect(priceItem(item, { pricePer: "booking" })).toBe(12.5)
})
