import { expect, test } from "vitest"
import { formatRefundPolicy, type RefundPolicy } from "~/lib/refundPolicy"

const START = "2036-12-05T03:00:00Z"
const HOUR = 3_600_000
const full: RefundPolicy = { refund: "full", untilHours: 24, feePerSeat: 0 }

/** The sentence this many hours before the start. */
const sentence = (policy: Partial<RefundPolicy>, { hours = 10_000, price = 12 } = {}) =>
  formatRefundPolicy({ ...full, ...policy }, { price, startTime: START, now: Date.parse(START) - hours * HOUR })

test.each<[Partial<RefundPolicy>, string]>([
  [{}, "Full refund until 24 hours before the start."],
  [{ untilHours: 1 }, "Full refund until 1 hour before the start."],
  [{ untilHours: 72 }, "Full refund until 72 hours before the start."],
  [{ untilHours: 168 }, "Full refund until 7 days before the start."],
  [{ untilHours: 100 }, "Full refund until 100 hours before the start."],
  [{ untilHours: 0 }, "Full refund until the start."],
  [{ refund: "minus_fee", feePerSeat: 2 }, "Refund minus $2.00 a seat until 24 hours before the start."],
  [{ refund: "minus_fee", feePerSeat: 0 }, "Full refund until 24 hours before the start."],
  [{ refund: "none", feePerSeat: 2 }, "No refunds for this date."],
])("the policy %o reads: %s", (policy, text) => {
  expect(sentence(policy)).toBe(text)
})

test("a date whose deadline has passed says so", () => {
  expect(sentence({}, { hours: 24.1 })).toBe("Full refund until 24 hours before the start.")
  expect(sentence({}, { hours: 24 })).toBe("Refunds for this date ended 24 hours before the start.")
  expect(sentence({ untilHours: 0 }, { hours: 0 })).toBe("Refunds for this date ended at the start.")
  expect(sentence({ refund: "none" }, { hours: 2 })).toBe("No refunds for this date.")
})

test("a free event has no sentence about refunds", () => {
  expect(sentence({}, { price: 0 })).toBe("")
})
