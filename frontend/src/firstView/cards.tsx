/** The card of one date, drawn once for each way it can be. */
import { renderToString } from "react-dom/server"
import type { ComponentProps } from "react"
import { MemoryRouter } from "react-router-dom"
import { template, token, type Choice, type Told } from "~/firstView/pieces"
import type { EventTile } from "~/shared/card/tile"
import { EventCard } from "~/shared/card/EventCard"

export type CardLook = Omit<ComponentProps<typeof EventCard>, "tile" | "href" | "nextHref">

const looks = new Map<string, CardLook>()

/** Stands for a card in the drawing of a page; its look is remembered for `cardTemplate`. */
export function cardMark(item: string, look: CardLook): string {
  const mark = `[card of ${item}: ${JSON.stringify(look).replace(/[^\w.-]+/g, " ")}]`
  looks.set(mark, look)
  return mark
}

/** Puts the cards' templates for their marks. `item` is the name of the date's texts in Django's context. */
export function withCards(drawn: string, item: string): string {
  return drawn.replace(new RegExp(`\\[card of ${item}: [^\\]]*\\]`, "g"), (mark) =>
    cardTemplate(item, looks.get(mark)!),
  )
}

function cardTemplate(item: string, look: CardLook): string {
  const choices: Choice[] = [
    { test: `${item}.repeats` },
    { test: `${item}.picture` },
    { test: `${item}.format` },
    { test: `${item}.open`, yes: [{ test: `${item}.fewLeft` }], no: [{ test: `${item}.next` }] },
  ]
  return template(choices, (told) =>
    renderToString(
      <MemoryRouter>
        <EventCard
          {...look}
          tile={tileOf(item, told)}
          href={hrefOf(item, `${item}.rsvpDate`)}
          nextHref={hrefOf(item, `${item}.next.rsvpDate`)}
        />
      </MemoryRouter>,
    ),
  )
}

/** As eventTile() makes it, with Django's names for its texts. */
function tileOf(item: string, told: Told): EventTile {
  const text = (name: string) => token(`${item}.${name}`)
  const open = told(`${item}.open`)
  return {
    name: text("name"),
    image: told(`${item}.picture`) ? pictureOf(item) : "",
    description: text("description"),
    frame: text("frame") as EventTile["frame"],
    state: open ? "open" : "full",
    repeats: told(`${item}.repeats`),
    typeLine: text("typeLine"),
    format: told(`${item}.format`) ? text("format") : "",
    badge: { month: text("month"), day: text("monthDay") },
    when: { day: text("whenDay"), hours: text("whenHours") },
    day: text("day"),
    price: text("price"),
    seats: text("seats"),
    seatsTaken: text("seatsTaken"),
    fewLeft: told(`${item}.fewLeft`) ? text("fewLeft") : "",
    next: told(`${item}.next`) ? { day: text("next.day"), longDay: text("next.longDay") } : null,
    startTime: "",
    timeZone: "",
  }
}

/** The address of a picture whose sizes lie beside it. */
export function pictureOf(item: string): string {
  return `/media/${token(`${item}.picture`)}.jpg`
}

function hrefOf(item: string, rsvpDate: string): string {
  return `/product/${token(`${item}.id`)}?rsvpDate=${token(rsvpDate)}`
}
