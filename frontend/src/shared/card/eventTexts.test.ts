import { expect, test } from "vitest"
import cases from "../../../../tests/word_cases.json"
import { dateChoices, eventTexts, formatSubtotal } from "~/shared/card/eventTexts"
import { eventTile } from "~/shared/card/tile"
import { aProduct } from "~/testing/factories"

const noShipping = { shippingFlat: 0, shippingFreeOver: null, pricePer: "seat" as const }

test.each(cases)("the browser's texts match the server's: $name", ({ date, timeZone, taxRate, ...expected }) => {
  const shop = { ...noShipping, taxRate, timeZone }
  const tile = eventTile(date, shop, 0)
  const capacity = date.maximumEventCapacity
  const taken = capacity - date.countInStock
  const occurrence = { ...date, totalReservations: taken, inStock: date.countInStock > 0 }
  const seats = { date: occurrence, capacity, taken, left: date.countInStock }
  const texts = eventTexts(aProduct(date), seats, shop)
  const [month] = dateChoices([occurrence], timeZone)

  expect({
    frame: tile.frame,
    typeLine: tile.typeLine,
    badge: [tile.badge.month, tile.badge.day],
    when: [tile.when.day, tile.when.hours],
    day: tile.day,
    price: tile.price,
    seats: tile.seats,
    seatsTaken: tile.seatsTaken,
    fewLeft: tile.fewLeft,
    next: tile.next && [tile.next.day, tile.next.longDay],
    heading: month?.heading,
    option: month?.dates[0]?.text,
    seatsLeft: texts.seatsLeft,
    share: texts.share,
    sum: formatSubtotal(1, date.price, date.price, "seat"),
    taxed: tile.taxed,
    name: expected.name,
  }).toEqual(expected)
  expect(texts).toMatchObject({ frame: tile.frame, badge: tile.badge, when: tile.when })
})
