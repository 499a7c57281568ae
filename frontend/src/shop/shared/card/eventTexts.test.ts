import { expect, test } from "vitest"
import cases from "../../../../../tests/word_cases.json"
import { formatSeats } from "~/shop/features/event/booking/price"
import { dateChoices, eventTexts } from "~/shop/features/event/eventTexts"
import { categoryFrame, eventTile } from "~/shop/shared/card/eventTexts"
import { inZone } from "~/testing/inZone"
import { priceItems } from "~/common/lib/pricing"
import { shop } from "~/shop/state/shop"
import { aProduct, aProductDate } from "~/testing/factories"

const before = Date.parse("2026-12-01T00:00:00Z")
const facts = (countInStock: number) => aProductDate({ startTime: "2026-12-05T03:00:00Z", countInStock })

test.each([
  [6, ""],
  [5, "Only 5 seats left"],
  [1, "Only 1 seat left"],
  [0, ""],
])("with %i seats left, fewLeft is %j", (countInStock, fewLeft) => {
  expect(eventTile(facts(countInStock), shop(), before).fewLeft).toBe(fewLeft)
})

test("with the price per booking, a tile has that price, with tax", () => {
  expect(eventTile(facts(6), { ...shop(), pricePer: "booking" }, before).price).toBe("$13.80")
})

test("different categories use all five frames", () => {
  const frames = Array.from({ length: 40 }, (_, n) => categoryFrame(`Category ${n}`))

  expect(new Set(frames).size).toBe(5)
})

test.each(cases)("the browser's texts match the server's: $name", ({ date, timeZone, taxRate, ...expected }) => {
  inZone(timeZone)
  const rules = { ...shop(), taxRate }
  const tile = eventTile(date, rules, 0)
  const capacity = date.seats ?? date.maximumEventCapacity
  const taken = capacity - date.countInStock
  const occurrence = { ...date, totalReservations: taken, inStock: date.countInStock > 0 }
  const seats = { date: occurrence, capacity, taken, left: date.countInStock }
  const texts = eventTexts(aProduct({ ...date, minAge: null }), seats, rules)
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
    sum: formatSeats(1, priceItems([date], rules).totalPrice),
    name: expected.name,
  }).toEqual(expected)
  expect(texts).toMatchObject({ frame: tile.frame, badge: tile.badge, when: tile.when })
})
