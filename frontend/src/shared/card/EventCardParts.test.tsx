import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { shop } from "~/state/shop"
import { eventTile } from "~/shared/card/tile"
import { EventCard } from "~/shared/card/EventCard"
import { aProductDate } from "~/testing/factories"

test("a card shows a date badge, the image and the description", () => {
  const startTime = "2099-12-05T03:00:00Z" // Friday, December 4, at the venue
  const date = aProductDate({ startTime, image: "/media/events/ab12.jpg", description: "Bring a deck." })
  render(
    <MemoryRouter>
      <EventCard tile={eventTile(date, shop(), 0)} sizes="20rem" />
    </MemoryRouter>,
  )

  const card = screen.getByRole("article")
  expect(card.querySelector(".event-card-coaster")).toHaveTextContent("Dec4")
  expect(card.querySelector("img")).toHaveAttribute("src", "/media/events/ab12.jpg")
  expect(card.querySelector(".event-card-text")).toHaveTextContent("Bring a deck.")
})
