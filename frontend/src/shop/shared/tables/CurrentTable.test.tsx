import { act, screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import type { Tournament } from "~/common/tables/types"
import { paths } from "~/shop/paths"
import { anOrder, anOrderBooking, anOrderItem, aPass, aUserInfo } from "~/testing/factories"
import { openOrder } from "~/testing/pages/orderPage"
import { answer, calls, isBefore, renderAt } from "~/testing/browser"
import { tournamentOf } from "~/testing/tables/tournament"

const TOKEN = `${"6".repeat(24)}.${"b".repeat(64)}`
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const running = tournamentOf(["A-B 2-0, C-D 2-0", "A-C, B-D"], { _id: "t" })

/** The ticket with this code plays with these players. */
function answerTables(tournament: Tournament, players: string[]) {
  answer("POST /api/tables/mine", { seats: [{ code: "T1MAYA", tables: "t", players }] })
  answer("/api/tables/t", { ...tournament })
}

/** Opens the page of an order for a date that starts in so many hours. */
function open(hours: number) {
  const times = { bookingDate: inHours(hours), endTime: inHours(hours + 4) }
  const bookings = [anOrderBooking({ ...times, passes: [aPass({ code: "T1MAYA" })] })]
  const buyer = aUserInfo()
  const order = anOrder({ user: buyer._id, orderItems: [anOrderItem({ name: "Friday Draft", bookings })] })
  openOrder(order, { as: buyer })
}

const findLink = (name: RegExp) => screen.findByRole("link", { name })

/** The door needs the code first, so nothing stands above it. */
async function expectAfterCode(link: HTMLElement) {
  const code = await screen.findByRole("img", { name: "QR code T1MAYA" })
  expect(isBefore(code, link)).toBe(true)
}

test("on the evening, an order leads to the table of its buyer, after the code and the seats", async () => {
  answerTables(running, ["C"])
  open(-1)

  const link = await findLink(/^Table 1, round 2/)
  expect(link).toHaveTextContent("against A.")
  expect(link).toHaveAttribute("href", "/tables/t")
  await expectAfterCode(link)
  expect(isBefore(screen.getByText("Seats"), link)).toBe(true)
  expect(localStorage.getItem("ticketCodes")).toBe('["T1MAYA"]')
})

test("a ticket of several seats says who plays where", async () => {
  answerTables(running, ["A", "B"])
  open(-1)

  const link = await findLink(/^Table 1, round 2/)
  expect(link).toHaveTextContent("A. against C.")
  expect(link).toHaveTextContent("Table 2, round 2B. against D.")
})

afterEach(() => void vi.useRealTimers())

test("a ticket whose guests come one after the other says where the later ones play", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answerTables(running, ["A"])
  open(-1)
  expect(await findLink(/^Table 1, round 2/)).not.toHaveTextContent("Table 2")

  answerTables(running, ["A", "B"])
  await act(() => vi.advanceTimersByTimeAsync(30_000))

  expect(await findLink(/^Table 1, round 2/)).toHaveTextContent("Table 2, round 2B. against D.")
})

test.each<[string, Tournament, string[]]>([
  ["Pairings appear here", tournamentOf([], { _id: "t" }), []],
  ["Round 1 is on", tournamentOf(["A-B"], { _id: "t" }), []],
  ["No opponent in round 1", tournamentOf(["A-B, C bye"], { _id: "t" }), ["C"]],
  ["The tournament is over", { ...running, endedAt: inHours(0) }, ["A"]],
])("without a table, the link says: %s", async (text, tournament, players) => {
  answerTables(tournament, players)
  open(-1)

  expect(await findLink(new RegExp(`^${text}`))).toHaveAttribute("href", "/tables/t")
})

test.each<[string, Tournament]>([
  ["before the first round", tournamentOf([], { _id: "t" })],
  ["during a round", running],
])("a ticket whose guests aren't inside sends them to the door (%s)", async (_, tournament) => {
  answerTables(tournament, [])
  open(-1)

  const link = await findLink(/^(Round 2 is on|Pairings)/)
  expect(link).toHaveTextContent("You aren't checked in yet: see the people at the door")
  expect(link).not.toHaveTextContent("no table in it")
})

test("a ticket whose guest left has no table", async () => {
  answerTables(tournamentOf(["A-B"], { _id: "t" }), ["C"])
  open(-1)

  expect(await findLink(/^Round 1 is on/)).toHaveTextContent("This ticket has no table in it")
})

test("a date without tables shows nothing, and no code is stored for its page", async () => {
  answer("POST /api/tables/mine", { seats: [] })
  open(-1)

  await waitFor(() => expect(calls.some(({ url }) => url.pathname === "/api/tables/mine")).toBe(true))
  expect(screen.queryByRole("link", { name: /^(Table|Pairings)/ })).not.toBeInTheDocument()
  expect(localStorage.getItem("ticketCodes")).toBeNull()
})

test("a guest's ticket leads to the guest's table", async () => {
  answerTables(running, ["D"])
  answer(`/api/seats/${TOKEN}`, {
    name: "Friday Draft",
    startTime: inHours(-1),
    endTime: inHours(3),
    eventLocation: "Default",
    from: "Ana",
    status: "claimed",
    firstName: "Sam",
    pass: aPass({ code: "T1MAYA", seats: 1 }),
  })
  renderAt(paths.seat(TOKEN))

  const link = await findLink(/^Table 2, round 2/)
  expect(link).toHaveTextContent("against B.")
  await expectAfterCode(link)
})

test.each([[30], [-12]])("a date that starts in %s hours asks for no tables", async (hours) => {
  answer("/api/recaps", { message: "Not found." }, 404) // a ticket whose date is over asks what became of it
  answer("/api/products/:id/asked-date", { message: "Not found." }, 404)
  open(hours)

  await screen.findByText("Placed At")
  expect(calls.some(({ url }) => url.pathname.startsWith("/api/tables"))).toBe(false)
  expect(localStorage.getItem("ticketCodes")).toBeNull()
})
