import { productDatesQuery } from "~/api/queries/products"
import type { Facets, ProductDateList } from "~/api/types"
import { datesAsked, lastDayOfAgenda } from "~/features/events/filters"
import { withCards } from "~/firstView/cards"
import { drawPage, pageTemplate, signInFrom } from "~/firstView/page"
import { elementWith, forEach, swap, template, token, type Choice, type Told } from "~/firstView/pieces"
import { counted } from "~/lib/counted"
import { shop } from "~/state/shop"

export const LOCATION = "/page/1"
const TOTAL = 987_003
// Page numbers that are nothing else. Neither can be the first page, nor is the second.
const BEFORE = 70_001
const HERE = 70_002
const AFTER = 70_003
const NUMBERS = /(?:<li><a [^>]*aria-label="Page \d+"[^>]*>\d+<\/a><\/li>)+/

const choices: Choice[] = [{ test: "list.paged", yes: [{ test: "list.before", yes: [{ test: "list.after" }] }] }]

/** The plain list's question, as the page asks it. */
export function listKey(): readonly unknown[] {
  const until = lastDayOfAgenda(Date.now(), shop().timeZone)
  return productDatesQuery(datesAsked(1, "", {}, until)).queryKey
}

/** A page of the plain list of dates: the first month with its `first` date and the `rest`, then `months`. */
export function listTemplate(): string {
  let drawn = pageTemplate(choices, (told) => withSteps(draw(told).replace(NUMBERS, token("numbers"))))
  drawn = swap(drawn, "{{ numbers }}", `{% for number in list.numbers %}${numberTemplate()}{% endfor %}`)
  for (const name of Object.keys(facets())) {
    const option = elementWith(drawn, "option", `{{ ${name} }}`)
    drawn = forEach(drawn, option, name, `list.facets.${name}`)
  }
  drawn = withMonths(drawn)
  return withCards(withCards(drawn, "first"), "tile")
}

function withMonths(drawn: string): string {
  const row = (month: string) => elementWith(month, "li", "[card of tile:")
  const [first, later] = ["January 2030", "February 2030"].map((heading) => elementWith(drawn, "section", heading))
  const ofFirst = forEach(swap(first!, "January 2030", "{{ list.heading }}"), row(first!), "tile", "list.rest")
  const ofLater = forEach(swap(later!, "February 2030", "{{ month.heading }}"), row(later!), "tile", "month.tiles")
  const numbered = ofLater.replaceAll("month-1", "month-{{ month.number }}")
  return swap(drawn, first! + later!, `${ofFirst}{% for month in list.months %}${numbered}{% endfor %}`)
}

/** One number of the pages: the present one looks different. */
function numberTemplate(): string {
  const all = draw((test) => test.startsWith("list.")).match(NUMBERS)![0]
  return template([{ test: "number.here" }], (told) => {
    const page = told("number.here") ? HERE : BEFORE
    return elementWith(all, "li", `"Page ${page}"`).replaceAll(String(page), token("number.page"))
  })
}

function draw(told: Told): string {
  const html = drawPage(told, { location: LOCATION, answers: [{ key: listKey(), data: answerFor(told) }] })
  return swap(swap(html, counted(TOTAL, "date"), token("list.counted")), signInFrom(LOCATION), token("sign_in"))
}

/** Where Prev and Next lead. From the first page on, that is 2. */
function withSteps(html: string): string {
  return html
    .replace(`"/page/${BEFORE}"`, `"/page/${token("list.before")}"`)
    .replace(new RegExp(`"/page/(2|${AFTER})"`), `"/page/${token("list.after")}"`)
}

function answerFor(told: Told): ProductDateList {
  const date = (name: string, startTime: string) => ({ _id: startTime, name, startTime })
  const products = [
    date("first", "2030-01-05T03:00:00Z"),
    date("tile", "2030-01-12T03:00:00Z"),
    date("tile", "2030-02-05T03:00:00Z"),
  ]
  return { products, ...pagesFor(told), total: TOTAL, facets: facets() } as ProductDateList
}

function pagesFor(told: Told): { page: number; pages: number } {
  if (!told("list.paged")) return { page: 1, pages: 1 }
  if (!told("list.before")) return { page: 1, pages: AFTER }
  return { page: HERE, pages: told("list.after") ? AFTER : HERE }
}

function facets(): Facets {
  const names = ["category", "cardSet", "format", "eventLocation"] as const
  return Object.fromEntries(names.map((name) => [name, [token(name)]])) as unknown as Facets
}
