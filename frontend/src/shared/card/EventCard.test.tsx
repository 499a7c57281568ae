import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { eventTile, type DateFacts } from "~/shared/card/tile"
import { EventCard } from "~/shared/card/EventCard"

const SHOP = {
  timeZone: "America/Los_Angeles",
  taxRate: 0.15,
  shippingFlat: 0,
  shippingFreeOver: null,
  pricePer: "seat" as const,
}
const START = "2026-12-05T03:00:00Z"
const before = Date.parse(START) - 1

const facts: DateFacts = {
  name: "Friday Commander Night",
  image: "",
  description: "Bring a deck.",
  category: "Magic",
  cardSet: "Foundations",
  format: "Commander",
  price: 12,
  startTime: START,
  endTime: "2026-12-05T06:00:00Z",
  maximumEventCapacity: 24,
  countInStock: 6,
  isRecurring: true,
}

function show(
  over: Partial<DateFacts> = {},
  { now = before, href = "/product/a" as string | undefined, nextHref = "" } = {},
) {
  const tile = eventTile({ ...facts, ...over }, SHOP, now)
  render(
    <MemoryRouter>
      <EventCard tile={tile} {...(href ? { href } : {})} nextHref={nextHref || undefined} sizes="20rem" />
    </MemoryRouter>,
  )
}

test("a card names its event, set, time, price and seats, and leads to it", () => {
  show()

  expect(screen.getByRole("heading", { level: 3, name: "Friday Commander Night on Friday, December 4" })).toBeVisible()
  expect(screen.getByRole("link", { name: "Friday Commander Night" })).toHaveAttribute("href", "/product/a")
  expect(screen.getByText("Magic · Foundations")).toBeVisible()
  expect(screen.getByText("7:00–10:00 PM PST")).toBeVisible()
  expect(screen.getByText("$12.00")).toBeVisible()
  expect(screen.getByText("18 of 24 seats taken")).toBeInTheDocument()
  expect(screen.getByText("Repeats")).toBeVisible()
})

test("the nights of a series are told apart in a list of headings", () => {
  show({ startTime: "2026-12-05T03:00:00Z" })
  show({ startTime: "2026-12-12T03:00:00Z" })

  const names = ["Friday Commander Night on Friday, December 4", "Friday Commander Night on Friday, December 11"]
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(names)
})

test("RSVP says for what and when", () => {
  show()

  const rsvp = screen.getByRole("link", { name: "RSVP for Friday Commander Night, Friday, December 4" })
  expect(rsvp).toHaveTextContent("RSVP")
  expect(rsvp).toHaveAttribute("href", "/product/a")
})

test("a date that is full, with none to come, leads on to other nights", () => {
  show({ countInStock: 0 })

  const others = screen.getByRole("link", { name: "Similar events: Friday Commander Night" })
  expect(others).toHaveAttribute("href", "/product/a#more-nights")
})

test("few seats are counted truly, a full date says so and offers no RSVP", () => {
  show({ countInStock: 3 })
  expect(screen.getByText("Only 3 seats left")).toBeVisible()
  expect(screen.queryByText("Sold Out!")).not.toBeInTheDocument()
})

test("a full date is sold out, with its name struck through", () => {
  show({ countInStock: 0 })

  expect(screen.getByText("Sold Out!")).toBeVisible()
  expect(screen.queryByRole("link", { name: /RSVP/ })).not.toBeInTheDocument()
  expect(screen.queryByText("This date has passed")).not.toBeInTheDocument()
  expect(screen.getByRole("article")).toHaveAttribute("data-state", "full") // what cards.css strikes through by
})

test("a full date leads on to the next one with seats", () => {
  show({ countInStock: 0, nextOpenStartTime: "2026-12-12T03:00:00Z" }, { nextHref: "/product/a?rsvpDate=next" })

  expect(screen.getByText("Sold Out!")).toBeVisible()
  expect(screen.getByText("Next one on Fri, Dec 11")).toBeVisible()
  const rsvp = screen.getByRole("link", { name: "RSVP for Friday Commander Night, Friday, December 11" })
  expect(rsvp).toHaveAttribute("href", "/product/a?rsvpDate=next")
})

test("a date that has begun has passed, even with seats left", () => {
  show({}, { now: before + 1 })

  expect(screen.getByText("This date has passed")).toBeVisible()
  expect(screen.getByText("Sold Out!")).toBeVisible()
  expect(screen.queryByRole("link", { name: /RSVP/ })).not.toBeInTheDocument()
})

test("an event that happens once doesn't repeat, and a preview leads nowhere", () => {
  show({ isRecurring: false }, { href: "" })

  expect(screen.queryByText("Repeats")).not.toBeInTheDocument()
  expect(screen.queryByRole("link")).not.toBeInTheDocument()
  expect(screen.getByRole("heading", { name: "Friday Commander Night on Friday, December 4" })).toBeVisible()
})
