import { expect, test } from "vitest"
import type { OrderEvent } from "~/api/queries/staff/orders"
import { refundSum } from "./refundSum"
import { aRefund, inDays } from "~/testing/factories"

const paid = (amount: number, over: Partial<OrderEvent> = {}): OrderEvent => ({
  at: inDays(-1),
  kind: "payment",
  did: "payment captured",
  by: null,
  reason: "",
  changes: [],
  amount,
  currency: "USD",
  status: "completed",
  paypalId: "",
  problem: "",
  ...over,
})

const order = { refunds: [] }
const history = [paid(39.85)]
const everything = { what: "all", amount: "" }

test("the full remaining amount is the captured amount less completed and pending refunds", () => {
  const refunds = [
    aRefund({ amount: 4 }),
    aRefund({ amount: 1, status: "pending" }),
    aRefund({ amount: 9, status: "failed" }),
  ]

  expect(refundSum(order, history, everything)).toBe(39.85)
  expect(refundSum({ ...order, refunds }, history, everything)).toBe(34.85)
})

test("a custom amount is the typed one", () => {
  const amount = (typed: string) => refundSum(order, [], { what: "amount", amount: typed })

  expect(amount("$6.9")).toBe(6.9)
  expect(amount("six")).toBeNull()
})

test("the amount is null if the page can't calculate it", () => {
  expect(refundSum(order, [], everything)).toBeNull()
  expect(refundSum(order, [paid(39.85, { currency: "EUR" })], everything)).toBeNull()
  expect(refundSum(order, [paid(39.85, { did: "payment captured (a second one)" })], everything)).toBeNull()
  expect(refundSum(order, history, { what: "lines", amount: "" })).toBeNull()
  expect(refundSum(order, history, { what: "", amount: "" })).toBeNull()
})
