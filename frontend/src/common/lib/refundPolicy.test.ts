import { inZone } from "~/testing/inZone"
import { expect, test } from "vitest"
import cases from "../../../../tests/deadline_cases.json"
import { formatRefundPolicy, formatTerms, refundDeadline, type RefundPolicy } from "~/common/lib/refundPolicy"
import { formatDeadline } from "~/common/lib/time/dates"

const START = "2036-12-05T03:00:00Z"
const HOUR = 3_600_000
const full: RefundPolicy = { refund: "full", untilHours: 24, feePerSeat: 0 }

/** The sentence this many hours before the start. */
const sentence = (policy: Partial<RefundPolicy>, { hours = 10_000, price = 12, startTime = START } = {}) => {
  const now = Date.parse(startTime) - hours * HOUR
  return formatRefundPolicy({ ...full, ...policy }, { price, startTime, now })
}

test.each<[Partial<RefundPolicy>, string]>([
  [{}, "Full refund until Wed, Dec 3, 7:00 PM PST."],
  [{ untilHours: 1 }, "Full refund until Thu, Dec 4, 6:00 PM PST."],
  [{ untilHours: 168 }, "Full refund until Thu, Nov 27, 7:00 PM PST."],
  [{ untilHours: 0 }, "Full refund until Thu, Dec 4, 7:00 PM PST."],
  [{ refund: "minus_fee", feePerSeat: 2 }, "Refund minus $2.00 a seat until Wed, Dec 3, 7:00 PM PST."],
  [{ refund: "minus_fee", feePerSeat: 0 }, "Full refund until Wed, Dec 3, 7:00 PM PST."],
  [{ refund: "none", feePerSeat: 2 }, "No refunds for this date."],
])("for a date, the policy %o reads: %s", (policy, text) => {
  expect(sentence(policy)).toBe(text)
})

test("a refund is possible until the full hour that is said", () => {
  const startTime = "2036-12-05T03:30:00Z"
  const said = "Full refund until Wed, Dec 3, 8:00 PM PST."

  expect(sentence({}, { startTime, hours: 24 })).toBe(said)
  expect(sentence({}, { startTime, hours: 23.6 })).toBe(said)
  expect(sentence({}, { startTime, hours: 23.5 })).toBe("Refunds ended on Wed, Dec 3, 8:00 PM PST.")
})

test("a date whose deadline has passed says so", () => {
  expect(sentence({ untilHours: 0 }, { hours: 0 })).toBe("Refunds ended on Thu, Dec 4, 7:00 PM PST.")
  expect(sentence({ refund: "none" }, { hours: 2 })).toBe("No refunds for this date.")
})

test("a free event has no sentence about refunds", () => {
  expect(sentence({}, { price: 0 })).toBe("")
})

test.each<[Partial<RefundPolicy>, string]>([
  [{}, "Full refund until 24 hours before the start"],
  [{ untilHours: 1 }, "Full refund until 1 hour before the start"],
  [{ untilHours: 72 }, "Full refund until 72 hours before the start"],
  [{ untilHours: 168 }, "Full refund until 7 days before the start"],
  [{ untilHours: 100 }, "Full refund until 100 hours before the start"],
  [{ untilHours: 0 }, "Full refund until the start"],
])("for staff, the terms %o read: %s", (policy, text) => {
  expect(formatTerms({ ...full, ...policy })).toBe(text)
})

test.each(cases)(
  "the server and the app agree on when refunds end: $name",
  ({ hours, start, deadline, text, timeZone }) => {
    inZone(timeZone)
    const found = new Date(refundDeadline({ untilHours: hours }, start)).toISOString()

    expect(found).toBe(new Date(deadline).toISOString())
    expect(formatDeadline(found)).toBe(text)
  },
)
