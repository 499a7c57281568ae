import { productQuery } from "~/api/queries/products"
import type { Occurrence, ProductDetail } from "~/api/types"
import { pictureOf } from "~/firstView/cards"
import { drawPage, pageTemplate, signInFrom } from "~/firstView/page"
import { elementWith, forEach, swap, template, token, type Choice, type Told } from "~/firstView/pieces"

const ID = "id-of-the-event"
const CHOSEN = "2030-01-05T03:00:00Z"
const LATER = "2030-01-12T03:00:00Z"

const choices: Choice[] = [
  { test: "event.picture" },
  { test: "event.repeats" },
  { test: "event.map" },
  { test: "event.cardSet" },
  { test: "event.format" },
  { test: "event.open", yes: [{ test: "event.taxed" }], no: [{ test: "event.next" }] },
]
const ofOneDate: Choice[] = [{ test: "date.full" }, { test: "date.chosen" }]

/** The page of an event that has coming dates. */
export function eventTemplate(): string {
  let drawn = pageTemplate(choices, draw)
  drawn = forEach(drawn, elementWith(drawn, "p", "{{ paragraph }}"), "paragraph", "event.paragraphs")
  drawn = forEach(drawn, `${elementWith(drawn, "span", "{{ part }}")} `, "part", "event.placeParts")
  drawn = forEach(drawn, elementWith(drawn, "option", ">2<"), "seat", "event.moreSeats")
  drawn = drawn.replace(/(<option value=")2(">)2</, (_, before, between) => `${before}{{ seat }}${between}{{ seat }}<`)
  const dates = template(ofOneDate, (told) => optionOf(draw(told), token("date.text")))
  drawn = swap(drawn, optionOf(drawn, "{{ date.text }}"), `{% for date in month.dates %}${dates}{% endfor %}`)
  return forEach(drawn, elementWith(drawn, "optgroup", "{{ month.heading }}"), "month", "event.months")
}

function optionOf(drawn: string, text: string): string {
  return elementWith(drawn, "option", text)
}

function draw(told: Told): string {
  const location = told("event.open") ? `/product/${ID}?here` : `/product/${ID}?rsvpDate=${CHOSEN}`
  const html = drawPage(told, { location, answers: [{ key: productQuery(ID).queryKey, data: productFor(told) }] })
  return swap(html, signInFrom(location), token("sign_in"))
    .replaceAll(ID, token("event.id"))
    .replaceAll(CHOSEN, token("date.startTime"))
    .replaceAll(encodeURIComponent(token("event.place")), token("event.placeQuery"))
}

function productFor(told: Told): Partial<ProductDetail> {
  const text = (name: string) => (told(`event.${name}`) ? token(`event.${name}`) : "")
  return {
    _id: ID,
    name: token("event.name"),
    image: told("event.picture") ? pictureOf("event") : "",
    category: token("event.category"),
    cardSet: text("cardSet"),
    format: text("format"),
    price: 12,
    description: "",
    status: "published",
    isRecurring: told("event.repeats"),
    eventLocation: told("event.map") ? token("event.place") : "Default",
    maximumEventCapacity: 2,
    occurrences: datesFor(told),
  }
}

/** The chosen date has two seats or none; where it has none, a later one may have some. */
function datesFor(told: Told): Occurrence[] {
  const date = (startTime: string, countInStock: number): Occurrence => ({
    startTime,
    endTime: startTime,
    totalReservations: 0,
    countInStock,
    inStock: countInStock > 0,
  })
  return [date(CHOSEN, told("event.open") ? 2 : 0), date(LATER, told("event.next") ? 2 : 0)]
}
