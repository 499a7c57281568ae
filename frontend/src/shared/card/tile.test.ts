import { expect, test } from "vitest"
import { eventTile, type DateFacts } from "~/shared/card/tile"

const SHOP = {
  timeZone: "America/Los_Angeles",
  taxRate: 0.15,
  shippingFlat: 0,
  shippingFreeOver: null,
  pricePer: "seat" as const,
}
const before = Date.parse("2026-12-01T00:00:00Z")

const facts = (over: Partial<DateFacts> = {}): DateFacts => ({
  name: "Friday Commander Night",
  image: "",
  description: "Bring a deck.",
  category: "Magic",
  cardSet: "Foundations",
  format: "Commander",
  price: 12,
  startTime: "2026-12-05T03:00:00Z",
  endTime: "2026-12-05T06:00:00Z",
  maximumEventCapacity: 24,
  countInStock: 6,
  isRecurring: true,
  ...over,
})

test("a card says when in the venue's zone, and how many seats are taken", () => {
  expect(eventTile(facts(), SHOP, before)).toMatchObject({
    badge: { month: "Dec", day: "4" },
    when: { day: "Fri, Dec 4", hours: "7:00–10:00 PM PST" },
    day: "Friday, December 4",
    typeLine: "Magic · Foundations",
    price: "$12.00",
    taxed: "$13.80 with tax",
    seats: "18/24",
    seatsTaken: "18 of 24 seats taken",
    fewLeft: "",
    state: "open",
  })
})

test.each([
  [6, ""],
  [5, "Only 5 seats left"],
  [1, "Only 1 seat left"],
  [0, ""],
])("%i seats left read %j", (countInStock, fewLeft) => {
  expect(eventTile(facts({ countInStock }), SHOP, before).fewLeft).toBe(fewLeft)
})

test("a date is past from its start on, also when it has seats, and then no seats are offered", () => {
  const start = Date.parse("2026-12-05T03:00:00Z")

  expect(eventTile(facts({ countInStock: 2 }), SHOP, start)).toMatchObject({ state: "past", fewLeft: "" })
  expect(eventTile(facts({ countInStock: 2 }), SHOP, start - 1).state).toBe("open")
  expect(eventTile(facts({ countInStock: 0 }), SHOP, start - 1).state).toBe("full")
})

test("a type line leaves out what is not known, and a price of nothing is free", () => {
  expect(eventTile(facts({ cardSet: "", price: 0 }), SHOP, before)).toMatchObject({ typeLine: "Magic", price: "Free" })
})

test("a date with more seats sold than the room now has is not less than empty", () => {
  expect(eventTile(facts({ countInStock: 30 }), SHOP, before).seats).toBe("0/24")
})
