import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import type { NextUp } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { aUserInfo, anUpcoming, inDays } from "~/testing/factories"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { answer, isBefore, renderAt, requests } from "~/testing/browser"
import { nextUpLines } from "./NextUpLines"

const NEXT = "/api/orders/next"
const tonight = { order: "6b0022129c206dee8f3169d6", name: "Pick-up Draft", startTime: inDays(0), endTime: inDays(1) }
const welcome = () => screen.findByRole("heading", { level: 1, name: /^Welcome to/ })

beforeEach(anEmptyShop)

test("the home page of a signed-in user begins with what is next", async () => {
  answer(NEXT, { ticket: tonight, offer: null, decision: null, going: [] })
  renderAt(paths.home(), { as: aUserInfo() })

  const heading = await welcome()
  const link = (await screen.findByText("Show ticket")).closest("a")!
  expect(link).toHaveAccessibleName(/: Pick-up Draft\..*Show ticket$/)
  expect(link).toHaveAttribute("href", paths.order(tonight.order, "1"))
  expect(isBefore(link, heading)).toBe(true)
})

test("who has seats on a date reads so on its card, with the ticket first and more seats second", async () => {
  const event = anUpcoming({ countInStock: 5 })
  const other = anUpcoming({ countInStock: 5 })
  const own = { product: event._id, startTime: event.startTime, order: tonight.order }
  const going = [
    { ...own, booking: "6b0022129c206dee8f3169d1", seats: 3 },
    { ...own, booking: "6b0022129c206dee8f3169d2", seats: 1 },
    { ...own, booking: "6b0022129c206dee8f3169d3", seats: 2, startTime: inDays(40) },
  ]
  const facets = { category: [], cardSet: [], format: [], weekday: [], priceMax: [], seats: [], eventLocation: [] }
  answer("/api/products", { products: [event, other], page: 1, pages: 1, total: 2, facets })
  answer(NEXT, { ticket: null, offer: null, decision: null, going })
  renderAt(paths.dates(), { as: aUserInfo() })

  const link = await screen.findByText("You're going: 4 seats · Show ticket")
  expect(link.closest("a")).toHaveAttribute("href", paths.order(tonight.order, going[0]!.booking))
  const card = within(link.closest("article")!)
  expect(card.queryByText(/^Only|RSVP/)).not.toBeInTheDocument()
  expect(card.getByText("Book more seats").closest("a")).toHaveAttribute(
    "href",
    paths.event(event._id, event.startTime),
  )
  expect(screen.getByText("Only 5 seats left")).toBeVisible()
  expect(screen.getAllByText(/^You're going/)).toHaveLength(1)
})

test("visitors don't ask what is next", async () => {
  answer(NEXT, { ticket: tonight, offer: null, decision: null, going: [] })
  renderAt(paths.home())

  await welcome()
  expect(requests(NEXT)).toEqual([])
  expect(screen.queryByRole("region", { name: "Next up" })).not.toBeInTheDocument()
})

test("a user whose session has ended becomes a visitor of the home page", async () => {
  answer(NEXT, { message: "Please sign in." }, 401)
  const { address } = renderAt(paths.home(), { as: aUserInfo() })

  await welcome()
  await waitFor(() => expect(session.get().user).toBeNull())
  expect(address()).toBe(paths.home())
})

const nothing: NextUp = { ticket: null, offer: null, decision: null, going: [] }
const ticket = {
  order: "6b0022129c206dee8f3169d6",
  name: "Pick-up Draft",
  startTime: "2026-11-26T03:00:00Z", // Wednesday at 7 PM in Los Angeles, where it is 8 hours earlier
  endTime: "2026-11-26T06:00:00Z",
}
const offer = {
  product: "6b0022129c206dee8f3169d7",
  name: "Pick-up Draft",
  startTime: "2026-11-28T03:00:00Z",
  seats: 2,
  until: "2026-11-26T00:37:00Z",
}
const decision = {
  order: "6b0022129c206dee8f3169d8",
  name: "Friday Draft",
  kind: "cancel" as const,
  startTime: "2026-12-16T03:00:00Z",
  until: "2026-12-15T03:00:00Z",
  choice: "another date or your money back",
}

const texts = (next: Partial<NextUp>, now: string) =>
  nextUpLines({ ...nothing, ...next }, Date.parse(now)).map(({ text }) => text)

test.each([
  ["2026-11-25T07:59:00Z", "Tomorrow"], // one minute before midnight in Los Angeles
  ["2026-11-25T08:00:00Z", "Tonight"],
  ["2026-11-26T05:59:00Z", "Tonight"],
])("the ticket's line says when it is needed: at %s, %s", (now, when) => {
  expect(texts({ ticket }, now)).toEqual([`${when} 7:00 PM: Pick-up Draft.`])
})

test("an event that begins before five is not tonight, and one of several days says when it began", () => {
  const early = { ...ticket, startTime: "2026-11-26T00:59:00Z" }
  const long = { ...ticket, startTime: "2026-11-24T18:00:00Z" }

  expect(texts({ ticket: early }, "2026-11-25T20:00:00Z")).toEqual(["Today 4:59 PM: Pick-up Draft."])
  expect(texts({ ticket: long }, "2026-11-25T20:00:00Z")).toEqual(["Since Tue, Nov 24, 10:00 AM: Pick-up Draft."])
})

test("each line ends when it is no longer true", () => {
  expect(texts({ ticket }, ticket.endTime)).toEqual([])
  expect(texts({ offer }, offer.until)).toEqual([])
  expect(texts({ decision }, decision.until)).toEqual([])
})

test("offers and open choices have their deadline with its date and zone", () => {
  const now = "2026-11-25T20:00:00Z"
  const moved = { ...decision, kind: "move" as const }

  expect(texts({ offer, decision }, now)).toEqual([
    "2 seats are yours until Wed, Nov 25, 4:37 PM PST: Pick-up Draft.",
    "Friday Draft, Tue, Dec 15, is canceled: another date or your money back, by Mon, Dec 14, 7 PM PST.",
  ])
  expect(texts({ offer: { ...offer, seats: 1 }, decision: moved }, now)).toEqual([
    "1 seat is yours until Wed, Nov 25, 4:37 PM PST: Pick-up Draft.",
    "Friday Draft, Tue, Dec 15, has a new time. Can't make it? Another date or your money back, by Mon, Dec 14, 7 PM PST.",
  ])
})

test("lines lead to the ticket's code, the offer's date and the order with the choice", () => {
  const lines = nextUpLines({ ticket, offer, decision, going: [] }, Date.parse("2026-11-25T20:00:00Z"))

  expect(lines.map(({ action, to }) => `${action}: ${to}`)).toEqual([
    "Show ticket: /order/6b0022129c206dee8f3169d6?code=1",
    "Book: /product/6b0022129c206dee8f3169d7?rsvpDate=2026-11-28T03%3A00%3A00Z",
    "Choose: /order/6b0022129c206dee8f3169d8",
  ])
})
