import { expect, test } from "vitest"
import shared from "../../../../tests/generated_carts.json"
import { type PricedItem, priceItems, type PricingRules } from "~/common/lib/pricing"
import cases from "../../../../tests/pricing_cases.json"
import { toCents } from "~/common/lib/money"

// Carts with discounts or gifts show the server's quote.
const plain = cases.filter((each) => !("giftPrice" in each))

// The server's tests use the same cases.
test.each(plain)("prices match the shared case: $name", ({ settings, items, expected }) => {
  const cart = items.map(({ bookings, ...item }) => ({
    ...item,
    bookings: bookings.map((qty) => ({ reservationSeats: { qty } })),
  }))

  expect(priceItems(cart, settings as PricingRules)).toMatchObject(expected)
})

test("two rates are told apart, and one isn't", () => {
  const rules = { taxRate: 0.15, shippingFlat: 0, shippingFreeOver: null, pricePer: "seat" } as const

  expect(priceItems([{ price: 10 }, { price: 20, taxRate: 0.1 }, { price: 0, taxRate: 0.05 }], rules)).toEqual({
    itemsPrice: 30,
    shippingPrice: 0,
    taxPrice: 3.5,
    totalPrice: 33.5,
    taxes: [
      { rate: 0.15, amount: 1.5 },
      { rate: 0.1, amount: 2 },
    ],
  })
  expect(priceItems([{ price: 10 }, { price: 20, taxRate: 0.15 }], rules)).not.toHaveProperty("taxes")
})

const MODULUS = 2_147_483_647

/** Returns pseudorandom numbers below the modulus. The server's test has the same generator. */
function generator(seed: number): () => number {
  let number = seed
  return () => (number = (number * 48_271) % MODULUS)
}

function* generateCarts(): Generator<[PricedItem[], PricingRules]> {
  const next = generator(shared.seed)
  const pick = <T>(values: readonly T[]): T => values[next() % values.length]!
  for (let cart = 0; cart < shared.carts; cart++) {
    const rules = {
      taxRate: pick(shared.taxRates),
      shippingFlat: pick(shared.shippingFlat),
      shippingFreeOver: pick(shared.shippingFreeOver),
      pricePer: pick(shared.pricePer) as PricingRules["pricePer"],
    }
    const isMixed = next() % 6 > 0
    const items = Array.from({ length: next() % 6 }, () => {
      const price = (next() % 20_000) / 100
      const bookings = Array.from({ length: next() % 4 }, () => ({ reservationSeats: { qty: 1 + (next() % 6) } }))
      return { price, bookings, taxRate: isMixed ? pick(shared.taxRates) : undefined }
    })
    yield [items, rules]
  }
}

/** As the checkout offers it: what is missing to the next dollar. */
const roundUpCents = (total: number) => 100 - (toCents(total) % 100)

test("the shop and the browser get the same prices for 10,000 generated carts, half of them with several tax rates", () => {
  let checksum = 0
  for (const [items, rules] of generateCarts()) {
    const { itemsPrice, taxPrice, shippingPrice, totalPrice } = priceItems(items, rules)
    const cents = [...[itemsPrice, taxPrice, shippingPrice, totalPrice].map(toCents), roundUpCents(totalPrice)]
    for (const amount of cents) checksum = (checksum * 31 + amount) % MODULUS
  }

  expect(checksum).toBe(shared.checksum)
})
