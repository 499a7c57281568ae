import { expect, test } from "vitest"
import cases from "../../../../tests/money_cases.json"
import { parseAmount } from "./amount"

test.each(cases)("%j is read as people mean it, or not at all", ({ text, typed, sent }) => {
  expect(parseAmount(text, { minimum: -Infinity })).toBe(typed)
  expect([null, typed]).toContain(sent) // the server never reads another amount
})

test("an amount that is read is shown and read again as the same", () => {
  for (const { typed } of cases) {
    if (typed === null) continue
    const shown = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(typed)

    expect(parseAmount(shown, { minimum: -Infinity })).toBe(typed)
  }
})

test.each([
  ["5", { minimum: 5, maximum: 5 }, 5],
  ["4.99", { minimum: 5 }, null],
  ["5.01", { maximum: 5 }, null],
  ["5", { exclusiveMaximum: 5 }, null],
  ["-5", { exclusiveMinimum: -5 }, null],
  ["-4.99", { exclusiveMinimum: -5 }, -4.99],
  ["-1", {}, null],
  ["-1", { exclusiveMaximum: 5 }, null],
  ["-0", {}, 0],
])("%s within %j is %j", (text, limits, amount) => {
  expect(parseAmount(text, limits)).toBe(amount)
})
