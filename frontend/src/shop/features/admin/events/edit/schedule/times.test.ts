import * as v from "valibot"
import { describe, expect, test } from "vitest"
import type { RecurringPattern } from "~/common/api/types"
import { eventSchema, fieldsSent, timesSent, valuesOf } from "~/shop/features/admin/events/edit/form/fields"
import { formatRule } from "./scheduleText"
import { instantOf, keepLength } from "./wallTime"
import { aDate, aProduct } from "~/testing/factories"

const NOW = Date.parse("2026-11-20T20:00:00Z")

const custom = (dayOfWeek: number, weekOfMonth: number[], endDate: string | null = null): RecurringPattern => ({
  recurringInterval: "custom",
  endDate,
  customOccurrenceConfig: { dayOfWeek, weekOfMonth },
})

/** A series from Friday, November 27, 2026, 7 PM at the venue, on these starts. */
const aSeries = (pattern: RecurringPattern, ...starts: string[]) =>
  aProduct({
    startTime: "2026-11-28T03:00:00Z",
    endTime: "2026-11-28T06:00:00Z",
    isRecurring: true,
    recurringPattern: pattern,
    occurrences: starts.map((startTime) => aDate({ startTime })),
  })

describe("local times of the venue", () => {
  test("are converted with the zone's offset in winter and in summer", () => {
    expect(instantOf("2026-12-04T19:00")).toBe("2026-12-05T03:00Z")
    expect(instantOf("2026-07-03T19:00")).toBe("2026-07-04T02:00Z")
  })

  test("a skipped time moves forward, and of an ambiguous time the first is used", () => {
    expect(instantOf("2027-03-14T02:30")).toBe("2027-03-14T10:30Z")
    expect(instantOf("2026-11-01T01:30")).toBe("2026-11-01T08:30Z")
  })

  test("a new start moves the end, also past midnight", () => {
    expect(keepLength("2026-12-04T19:00", "2026-12-05T22:30", "2026-12-04T22:00")).toBe("2026-12-06T01:30")
    expect(keepLength("2026-12-04T19:00", "", "2026-12-04T22:00")).toBe("2026-12-04T22:00")
  })
})

describe("the form", () => {
  test("loads a series from its pattern and sends the same pattern", () => {
    const event = aSeries(custom(4, [2, 5], "2027-11-21T07:59:00Z"), "2026-11-28T03:00:00Z")

    const values = valuesOf(event, NOW)

    expect(values).toMatchObject({
      startTime: "2026-11-27T19:00",
      endTime: "2026-11-27T22:00",
      isRecurring: "yes",
      recurringInterval: "custom",
      dayOfWeek: "4",
      weekOfMonth: ["2", "5"],
      endDate: "2027-11-20",
    })
    expect(fieldsSent(values, event)).toMatchObject({
      startTime: event.startTime,
      endTime: event.endTime,
      isRecurring: true,
      maximumEventCapacity: 24,
      price: 12,
      recurringPattern: {
        recurringInterval: "custom",
        endDate: "2027-11-21T07:59:00Z",
        customOccurrenceConfig: { dayOfWeek: 4, weekOfMonth: [2, 5] },
      },
    })
  })

  test("sends an unchanged end of a series as it is stored, also if it isn't the last minute of its day", () => {
    const event = aSeries(custom(4, [2, 5], "2026-12-21T00:30:00Z"), "2026-11-28T03:00:00Z")
    const values = valuesOf(event, NOW)

    expect(fieldsSent(values, event).recurringPattern?.endDate).toBe("2026-12-21T00:30:00Z")
    expect(fieldsSent({ ...values, endDate: "2026-12-21" }, event).recurringPattern?.endDate).toBe("2026-12-21")
    expect(fieldsSent({ ...values, endDate: "" }, event).recurringPattern?.endDate).toBeNull()
  })

  test("sends an unchanged ambiguous time as stored", () => {
    const secondTime = aProduct({ startTime: "2026-11-01T09:30:00Z", endTime: "2026-11-01T12:00:00Z" })
    const values = valuesOf(secondTime, NOW)

    expect(timesSent(values, secondTime)?.startTime).toBe("2026-11-01T09:30:00Z")
  })

  test("sends no pattern for a single event, whatever the hidden fields contain", () => {
    const values = {
      ...valuesOf(aProduct(), NOW),
      recurringInterval: "custom" as const,
      isRecurring: "no" as const,
    }

    expect(timesSent(values, aProduct())).toMatchObject({ isRecurring: false, recurringPattern: null })
  })

  test.each([
    [{ price: "12" }, null],
    [{ price: "$12.50" }, null],
    [{ price: "12,50" }, null],
    [{ price: "1,200" }, null],
    [{ price: "1.200" }, "Enter a price like 12.50."],
    [{ price: "twelve" }, "Enter a price like 12.50."],
    [{ price: "-1" }, "Enter a price like 12.50."],
    [{ countInStock: "2.5" }, "Enter a whole number, like 24."],
    [{ price: "1000000" }, "Enter a price like 12.50."],
    [{ countInStock: "100000" }, null],
    [{ countInStock: "100001" }, "Enter 100,000 or less."],
    [{ name: "  " }, "Enter the event's name."],
    [{ startTime: "2026-12-04T19:00", endTime: "2026-12-04T18:00" }, "End time must be after start time."],
    [{ isRecurring: "yes", recurringInterval: "custom", weekOfMonth: [] }, "Choose at least one week of the month."],
    [{ isRecurring: "no", recurringInterval: "custom", weekOfMonth: [] }, null],
  ])("%j gives the error %s", (typed, error) => {
    const checked = v.safeParse(eventSchema, { ...valuesOf(aProduct(), NOW), ...typed })

    expect(checked.issues?.map(({ message }) => message) ?? []).toEqual(error === null ? [] : [error])
  })
})

describe("the description of a rule", () => {
  const format = (over: object) => formatRule({ ...valuesOf(aSeries(custom(4, [2, 5])), NOW), ...over })

  test.each([
    [
      { endDate: "2027-11-20" },
      "Repeats on the 2nd and last Friday of every month, 7:00–10:00 PM venue time, until Sat, Nov 20, 2027.",
    ],
    [
      { weekOfMonth: ["5", "1", "3"] },
      "Repeats on the 1st, 3rd and last Friday of every month, 7:00–10:00 PM venue time, with no end.",
    ],
    [{ recurringInterval: "daily" }, "Repeats every day, 7:00–10:00 PM venue time, with no end."],
    [{ recurringInterval: "weekly" }, "Repeats every Friday, 7:00–10:00 PM venue time, with no end."],
    [{ recurringInterval: "monthly" }, "Repeats on the 27th of every month, 7:00–10:00 PM venue time, with no end."],
    [{ isRecurring: "no" }, "Once, on Fri, Nov 27 · 7:00–10:00 PM PST."],
    [{ weekOfMonth: [] }, ""],
    [{ startTime: "" }, ""],
  ])("%j", (over, text) => {
    expect(format(over)).toBe(text)
  })
})
