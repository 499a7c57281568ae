import { expect, test } from "vitest"
import type { Happening } from "~/api/queries/staffOrders"
import type { Refund } from "~/api/types"
import { refundSum } from "~/features/admin/orders/order/refundSum"
import { anOrderBooking, anOrderItem, inDays } from "~/testing/factories"

const paid = (amount: number, over: Partial<Happening> = {}): Happening => ({
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

const aRefund = (over: Partial<Refund>): Refund => ({
  amount: 0,
  currency: "USD",
  status: "completed",
  createdAt: inDays(0),
  bookings: [],
  ...over,
})

/** One seat on each of three dates at $10.10, and shipping: $30.30, $4.55 of tax, $5. */
const order = {
  orderItems: [
    anOrderItem({
      price: 10.1,
      bookings: ["a", "b", "c"].map((_id) => anOrderBooking({ _id, reservationSeats: { qty: 1 } })),
    }),
  ],
  itemsPrice: 30.3,
  taxPrice: 4.55,
  refunds: [],
}
const whole = [paid(39.85)]
const lines = (...chosen: string[]) => ({ what: "lines", lines: chosen, amount: "" })
const everything = { what: "all", lines: [], amount: "" }

test("everything is what was captured, less what went back or is on its way", () => {
  const refunds = [
    aRefund({ amount: 4 }),
    aRefund({ amount: 1, status: "pending" }),
    aRefund({ amount: 9, status: "failed" }),
  ]

  expect(refundSum(order, whole, everything)).toBe(39.85)
  expect(refundSum({ ...order, refunds }, whole, everything)).toBe(34.85)
})

test("a date goes back with its tax, the last one with all that is left", () => {
  const gone = { ...order, refunds: [aRefund({ amount: 23.24, bookings: ["a", "b"] })] }

  expect(refundSum(order, whole, lines("a"))).toBe(11.62)
  expect(refundSum(order, whole, lines("a", "b"))).toBe(23.24)
  expect(refundSum(gone, whole, lines("c"))).toBe(16.61)
})

test("never more than is left goes back", () => {
  expect(refundSum({ ...order, refunds: [aRefund({ amount: 35 })] }, whole, lines("a"))).toBe(4.85)
})

test("an order that was priced per booking is read so", () => {
  const bookings = ["a", "b"].map((_id) => anOrderBooking({ _id, reservationSeats: { qty: 4 } }))
  const perBooking = { ...order, orderItems: [anOrderItem({ price: 12, bookings })], itemsPrice: 24, taxPrice: 3.6 }

  expect(refundSum(perBooking, [paid(27.6)], lines("a"))).toBe(13.8)
  expect(refundSum({ ...perBooking, itemsPrice: 50 }, [paid(57.5)], lines("a"))).toBeNull()
})

test("an amount is what was typed", () => {
  const amount = (typed: string) => refundSum(order, [], { what: "amount", lines: [], amount: typed })

  expect(amount("$6.9")).toBe(6.9)
  expect(amount("six")).toBeNull()
})

test("nothing is named that the page does not know", () => {
  expect(refundSum(order, [], everything)).toBeNull()
  expect(refundSum(order, [paid(39.85, { currency: "EUR" })], everything)).toBeNull()
  expect(refundSum(order, [paid(39.85, { did: "payment captured (a second one)" })], everything)).toBeNull()
  expect(refundSum(order, whole, lines())).toBeNull()
  expect(refundSum(order, whole, { what: "", lines: [], amount: "" })).toBeNull()
})
