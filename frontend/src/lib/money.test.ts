import { expect, test } from "vitest"
import { formatMoney, toCents } from "~/lib/money"

test("formatMoney writes dollars with two decimals", () => {
  expect(formatMoney(24)).toBe("$24.00")
  expect(formatMoney(1234.5)).toBe("$1,234.50")
})

test("toCents rounds dollars to whole cents", () => {
  expect(toCents(19.99)).toBe(1999)
  expect(toCents(1.15)).toBe(115)
})
