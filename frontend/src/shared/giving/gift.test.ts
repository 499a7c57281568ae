import { expect, test } from "vitest"
import { parseGift, roundUpOf } from "~/shared/giving/gift"

test.each([
  ["5", 5],
  ["5.25", 5.25],
  [" $ 5.2 ", 5.2],
  ["10,000.00", 10_000],
  ["1,000", 1000],
  ["5,25", 5.25],
  ["5,5", 5.5],
  ["0.01", 0.01],
])("a gift of %s is accepted", (text, amount) => {
  expect(parseGift(text)).toBe(amount)
})

test.each(["", "0", "-5", "5.001", "10000.01", "NaN", "1e3", "five", "5,", "5,0000", "1,00.00"])(
  "a gift of %j is refused",
  (text) => {
    expect(parseGift(text)).toBeNull()
  },
)

test("a gift without tickets is at least one dollar", () => {
  expect(parseGift("0.99", 1)).toBeNull()
  expect(parseGift("1", 1)).toBe(1)
})

test.each([
  [22.77, 0.23],
  [27.6, 0.4],
  [27, 1],
  [0.99, 0.01],
])("$%d is rounded up by $%d", (total, gift) => {
  expect(roundUpOf(total)).toBe(gift)
})
