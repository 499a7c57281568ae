import { expect, test } from "vitest"
import { anOrder, anOrderBooking, anOrderItem } from "~/testing/factories"
import { dateAtHand } from "./lines"

const ZONE = "America/Los_Angeles"
const FRIDAY = { bookingDate: "2026-12-05T03:00:00Z", endTime: "2026-12-05T09:00:00Z" } // 7 PM to 1 AM at the shop
const NEXT_FRIDAY = { bookingDate: "2026-12-12T03:00:00Z", endTime: "2026-12-12T09:00:00Z" }

type Booking = Parameters<typeof anOrderBooking>[0]

const orderOf = (...bookings: Booking[]) =>
  anOrder({ orderItems: [anOrderItem({ bookings: bookings.map(anOrderBooking) })] })

/** The day of the ticket that the page is about at this time. */
const dayAt = (now: string, order = orderOf(NEXT_FRIDAY, FRIDAY)) =>
  dateAtHand(order, Date.parse(now), ZONE)?.booking.bookingDate.slice(0, 10)

test.each([
  ["2026-12-03T07:59:59Z", undefined], // Wednesday, 11:59 PM
  ["2026-12-03T08:00:00Z", "2026-12-05"], // Thursday begins
  ["2026-12-05T08:59:59Z", "2026-12-05"], // Saturday, 12:59 AM
  ["2026-12-05T09:00:00Z", undefined], // it is over
  ["2026-12-10T07:59:59Z", undefined],
  ["2026-12-10T08:00:00Z", "2026-12-12"], // Thursday of the next date
])("a ticket is at hand from the day before, at the shop, until its date ends: at %s it is %s", (now, day) => {
  expect(dayAt(now)).toBe(day)
})

test("the earlier of two dates on one day is at hand until it ends", () => {
  const afternoon = { bookingDate: "2026-12-04T22:00:00Z", endTime: "2026-12-05T01:00:00Z" }
  const order = orderOf(FRIDAY, afternoon)

  expect(dayAt("2026-12-05T00:59:00Z", order)).toBe("2026-12-04")
  expect(dayAt("2026-12-05T01:00:00Z", order)).toBe("2026-12-05")
})

test("a date that is canceled or refunded is not at hand, and the other one is", () => {
  const canceled = orderOf({ ...FRIDAY, isOff: true }, { ...NEXT_FRIDAY })
  const refunded = orderOf({ ...FRIDAY, status: "refunded" }, { ...FRIDAY, bookingDate: "2026-12-05T04:00:00Z" })

  expect(dayAt("2026-12-04T20:00:00Z", canceled)).toBeUndefined()
  expect(dateAtHand(refunded, Date.parse("2026-12-04T20:00:00Z"), ZONE)?.booking.bookingDate).toBe(
    "2026-12-05T04:00:00Z",
  )
})

test("an order that isn't paid has no ticket at hand", () => {
  expect(dayAt("2026-12-04T20:00:00Z", { ...orderOf(FRIDAY), status: "held" })).toBeUndefined()
})
