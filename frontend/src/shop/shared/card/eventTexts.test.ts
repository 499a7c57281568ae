import { expect, test } from "vitest"
import cases from "../../../../../tests/word_cases.json"
import { formatSeats } from "~/shop/features/event/booking/price"
import { dateChoices, eventTexts } from "~/shop/features/event/eventTexts"
import { categoryFrame, type DateFacts, eventTile } from "~/shop/shared/card/eventTexts"
import { setClubZone } from "~/common/lib/time/clubTime"
import { priceItems } from "~/common/lib/pricing"
import { aProduct } from "~/testing/factories"

const SHOP = {
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
  eventLocation: "The Kettle, 4 Dock St, Port Alder, WA",
  price: 12,
  startTime: "2026-12-05T03:00:00Z",
  endTime: "2026-12-05T06:00:00Z",
  maximumEventCapacity: 24,
  countInStock: 6,
  isRecurring: true,
  ...over,
})

test.each([
  [6, ""],
  [5, "Only 5 seats left"],
  [1, "Only 1 seat left"],
  [0, ""],
])("with %i seats left, fewLeft is %j", (countInStock, fewLeft) => {
  expect(eventTile(facts({ countInStock }), SHOP, before).fewLeft).toBe(fewLeft)
})

test("a date is past from its start, even with seats left", () => {
  const start = Date.parse("2026-12-05T03:00:00Z")

  expect(eventTile(facts({ countInStock: 2 }), SHOP, start)).toMatchObject({ state: "past", fewLeft: "" })
  expect(eventTile(facts({ countInStock: 2 }), SHOP, start - 1).state).toBe("open")
  expect(eventTile(facts({ countInStock: 0 }), SHOP, start - 1).state).toBe("full")
})

test("with the price per booking, a tile has that price, with tax", () => {
  expect(eventTile(facts(), { ...SHOP, pricePer: "booking" }, before).price).toBe("$13.80")
})

test("different categories use all five frames", () => {
  const frames = Array.from({ length: 40 }, (_, n) => categoryFrame(`Category ${n}`))

  expect(new Set(frames).size).toBe(5)
})

const noShipping = { shippingFlat: 0, shippingFreeOver: null, pricePer: "seat" as const }

test.each(cases)("the browser's texts match the server's: $name", ({ date, timeZone, taxRate, ...expected }) => {
  setClubZone(timeZone)
  const shop = { ...noShipping, taxRate }
  const tile = eventTile(date, shop, 0)
  const capacity = date.maximumEventCapacity
  const taken = capacity - date.countInStock
  const occurrence = { ...date, totalReservations: taken, inStock: date.countInStock > 0 }
  const seats = { date: occurrence, capacity, taken, left: date.countInStock }
  const texts = eventTexts(aProduct(date), seats, shop)
  const [month] = dateChoices([occurrence])

  expect({
    frame: tile.frame,
    category: tile.category,
    setAndFormat: tile.setAndFormat,
    badge: [tile.badge.month, tile.badge.day],
    when: [tile.when.day, tile.when.hours],
    day: tile.day,
    venue: tile.venue,
    price: tile.price,
    seats: tile.seats,
    seatsTaken: tile.seatsTaken,
    fewLeft: tile.fewLeft,
    next: tile.next && [tile.next.day, tile.next.longDay],
    heading: month?.heading,
    option: month?.dates[0]?.text,
    seatsLeft: texts.seatsLeft,
    share: texts.share,
    sum: formatSeats(1, priceItems([date], shop).totalPrice),
    name: expected.name,
  }).toEqual(expected)
  expect(texts).toMatchObject({ frame: tile.frame, badge: tile.badge, when: tile.when })
})
