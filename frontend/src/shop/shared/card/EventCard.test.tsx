import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { EventCard } from "~/shop/shared/card/EventCard"
import { type DateFacts, eventTile } from "~/shop/shared/card/eventTexts"
import { shop } from "~/shop/state/shop"
import { aProductDate } from "~/testing/factories"

const START = "2026-12-05T03:00:00Z"
const before = Date.parse(START) - 1

const facts = aProductDate({
  startTime: START,
  eventLocation: "The Kettle, 4 Dock St, Port Alder, WA",
  countInStock: 6,
  isRecurring: true,
})

function show(
  over: Partial<DateFacts> = {},
  { now = before, href = "/product/a" as string | undefined, nextHref = "", held = 0 } = {},
) {
  const tile = eventTile({ ...facts, ...over }, shop(), now, held)
  render(
    <MemoryRouter>
      <EventCard tile={tile} {...(href ? { href } : {})} nextHref={nextHref || undefined} sizes="20rem" />
    </MemoryRouter>,
  )
}

test("a card shows name, set, time, venue, price and seats, and links to the event", () => {
  show()

  expect(screen.getByRole("heading", { level: 3, name: "Friday Commander Night on Friday, December 4" })).toBeVisible()
  expect(screen.getByRole("link", { name: "Friday Commander Night" })).toHaveAttribute("href", "/product/a")
  expect(screen.getByText("Magic").parentElement).toHaveTextContent("Magic · Foundations · Commander")
  expect(screen.getByText("7:00–10:00 PM PST")).toBeVisible()
  expect(screen.getByText("The Kettle")).toBeVisible()
  expect(screen.getByRole("article").textContent.match(/\$[\d.]+/g)).toEqual(["$13.80"])
  expect(screen.getByText("18 of 24 seats taken")).toBeInTheDocument()
  expect(screen.getByText("Repeats")).toBeVisible()
  const rsvp = screen.getByRole("link", { name: "RSVP for Friday Commander Night, Friday, December 4" })
  expect(rsvp).toHaveAttribute("href", "/product/a")
})

test.each(["Default", ""])("a card says nothing about where for %j", (eventLocation) => {
  show({ eventLocation })

  expect(screen.getByRole("article").querySelector(".event-card-venue")).toBeEmptyDOMElement()
})

test("a sold-out date leads to its waiting list, until that closes an hour before the start", () => {
  show({ countInStock: 0 }, { now: before - 60 * 60_000 })

  expect(screen.getByText("Sold Out!")).toBeVisible()
  const join = screen.getByRole("link", {
    name: "Join the waiting list for Friday Commander Night, Friday, December 4",
  })
  expect(join).toHaveTextContent("Join the waiting list")
  expect(join).toHaveAttribute("href", "/product/a#waiting-list")
})

test("a visitor who has an offer reads how many seats are held instead of Sold Out!", () => {
  show(
    { countInStock: 0, nextOpenStartTime: "2026-12-12T03:00:00Z" },
    { held: 2, nextHref: "/product/a?rsvpDate=next" },
  )

  expect(screen.getByText("2 held for you")).toBeVisible()
  expect(screen.queryByText("Sold Out!")).not.toBeInTheDocument()
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Friday Commander Night", "RSVP"])
  expect(screen.getByRole("article")).toHaveAttribute("data-state", "held") // not struck through
})

test("a full date whose waiting list is closed, without later open dates, links to similar events", () => {
  show({ countInStock: 0 })

  expect(screen.queryByRole("link", { name: /waiting list/ })).not.toBeInTheDocument()
  const others = screen.getByRole("link", { name: "Similar events: Friday Commander Night" })
  expect(others).toHaveAttribute("href", "/product/a#similar-events")
  expect(screen.getByText("Sold Out!")).toBeVisible()
  expect(screen.queryByRole("link", { name: /RSVP/ })).not.toBeInTheDocument()
  expect(screen.getByRole("article")).toHaveAttribute("data-state", "full") // cards.css strikes the name through
})

test("a canceled date says why, and isn't called sold out", () => {
  show({ cancelReason: "The brewery is flooded.", countInStock: 0 })

  expect(screen.getByText("Canceled")).toBeVisible()
  expect(screen.getByText("The brewery is flooded.")).toBeVisible()
  expect(screen.queryByText(/seats taken/)).not.toBeInTheDocument()
  expect(screen.queryByText("Sold Out!")).not.toBeInTheDocument()
  expect(screen.queryByRole("link", { name: /RSVP/ })).not.toBeInTheDocument()
  expect(screen.getByRole("article")).toHaveAttribute("data-state", "canceled") // cards.css strikes the name through
})

test("a full date links to the next date with seats", () => {
  show({ countInStock: 0, nextOpenStartTime: "2026-12-12T03:00:00Z" }, { nextHref: "/product/a?rsvpDate=next" })

  expect(screen.getByText("Sold Out!")).toBeVisible()
  expect(screen.getByText("Next one on Fri, Dec 11")).toBeVisible()
  const rsvp = screen.getByRole("link", { name: "RSVP for Friday Commander Night, Friday, December 11" })
  expect(rsvp).toHaveAttribute("href", "/product/a?rsvpDate=next")
})

test("a date that has started has passed, even with seats left", () => {
  show({}, { now: before + 1 })

  expect(screen.getByText("This date has passed")).toBeVisible()
  expect(screen.getByText("Sold Out!")).toBeVisible()
  expect(screen.queryByRole("link", { name: /RSVP/ })).not.toBeInTheDocument()
})
