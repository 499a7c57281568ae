import { cleanup, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Guest } from "~/api/queries/staff/orders"
import { paths } from "~/paths"
import { aDate, aProduct, aUserInfo, inDays } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { renderAt } from "~/testing/renderAt"
import { answer, calls, requests } from "~/testing/server"

const event = aProduct({
  name: "Friday Draft",
  occurrences: [aDate({ startTime: inDays(7) }), aDate({ startTime: inDays(14) })],
})
const [first, second] = event.occurrences

const aGuest = (over: Partial<Guest> = {}): Guest => ({
  _id: crypto.randomUUID(),
  firstName: "Ana",
  lastName: "Diaz",
  email: "ana@example.com",
  reservationSeats: 2,
  status: "confirmed",
  order: "6b0022129c206dee8f3169d6",
  orderNumber: "C-7K3M9",
  orderStatus: "paid",
  isTest: false,
  ...over,
})

function openList(
  guests: Guest[],
  date: string | undefined = first!.startTime,
  skippedDates: string[] = [],
  keptForDoor = 0,
) {
  answer("/api/door/nights", { night: null, inside: {} })
  answer(`/api/products/${event._id}`, { ...event, skippedDates })
  answer(`/api/products/${event._id}/guests`, ({ url }) => ({
    product: event._id,
    name: event.name,
    startTime: url.searchParams.get("startTime") ?? first!.startTime,
    endTime: first!.endTime,
    totalReservations: guests.reduce((sum, guest) => sum + guest.reservationSeats, 0),
    maximumEventCapacity: 24,
    keptForDoor,
    guests,
  }))
  answer("/api/recaps/draft", { message: "There is none yet." }, 404)
  answer(`/api/products/${event._id}/waiting`, { startTime: date, entries: [], freeSeats: 0, promisedSeats: 0 })
  return renderAt(paths.adminGuests(event._id, date), { as: aUserInfo({ isAdmin: true }) })
}

const requestedDate = () =>
  calls.findLast(({ url }) => url.pathname.endsWith("/guests"))!.url.searchParams.get("startTime")

test("each booking is listed with name, seats and order", async () => {
  onALargeScreen()
  openList([
    aGuest(),
    aGuest({ firstName: "Bo", lastName: "", order: null, orderNumber: null, reservationSeats: 1, status: "pending" }),
  ])

  const rows = within(await screen.findByRole("table", { name: "Guests" }))
    .getAllByRole("row")
    .slice(1)
  expect(screen.getByRole("heading", { level: 1, name: "Guest list: Friday Draft" })).toBeVisible()
  expect(screen.getByText("3 of 24 seats taken")).toBeVisible()
  const ana = within(rows[0]!)
  expect(ana.getByRole("rowheader", { name: "Ana Diaz" })).toBeVisible()
  expect(ana.getByRole("cell", { name: "2" })).toBeVisible()
  expect(ana.getByRole("link", { name: "Order C-7K3M9" })).toHaveAttribute(
    "href",
    paths.order("6b0022129c206dee8f3169d6"),
  )
  expect(within(rows[1]!).getByText("Booked by hand")).toBeVisible()
  expect(within(rows[1]!).getByText("Not paid yet")).toBeVisible()
  expect(requestedDate()).toBe(first!.startTime)
})

test("phones show a row with name and seats, which expands to show the rest", async () => {
  const { user } = openList([aGuest({ firstName: "Cleo" })]) // the signed-in user is called Ana

  const name = await screen.findByText("Cleo Diaz")
  expect(screen.getByText("2 seats")).toBeVisible()
  expect(screen.getByText("ana@example.com")).not.toBeVisible()
  await user.click(name)

  expect(screen.getByText("ana@example.com")).toBeVisible()
  expect(screen.getByRole("link", { name: "Order C-7K3M9" })).toBeVisible()
})

test("guests are found by name, ignoring case and accents, or by email address", async () => {
  const { user } = openList([
    aGuest({ firstName: "Cleo" }),
    aGuest({ firstName: "José", lastName: "", email: "pepe@example.com" }),
  ])
  const search = await screen.findByRole("searchbox", { name: "Find a guest" })
  await user.type(search, "jose")

  const hidden = screen.getByText("Cleo Diaz").closest("li")
  expect(hidden).toHaveClass("hidden")
  expect(screen.getByText("José").closest("li")).not.toHaveClass("hidden")
  expect(screen.getByText("1 of 2")).toBeVisible()
  await user.clear(search)
  await user.type(search, "ana@")
  expect(hidden).not.toHaveClass("hidden")
  await user.type(search, "nobody")
  expect(screen.getByText("No guests match.")).toBeVisible()
})

const aFriend = () =>
  aGuest({
    name: "Sam (guest of Ana Diaz)",
    guestOf: "Ana Diaz",
    firstName: "Sam",
    lastName: "",
    email: "",
    reservationSeats: 1,
  })

test.each([true, false])("friends of buyers have rows of their own (on a large screen: %s)", async (isLarge) => {
  if (isLarge) onALargeScreen()
  const { user } = openList([aGuest({ reservationSeats: 3 }), aFriend()])

  expect(await screen.findByText("Sam (guest of Ana Diaz)")).toBeVisible()
  expect(screen.getByText("4 of 24 seats taken")).toBeVisible()
  await user.type(screen.getByRole("searchbox", { name: "Find a guest" }), "guest of")
  expect(screen.getByText("1 of 2")).toBeVisible()
  expect(screen.getAllByRole("link", { name: /@/, hidden: true })).toHaveLength(1) // Sam gave no email address
})

test("staff take back the seat of a buyer's friend", async () => {
  onALargeScreen()
  const friend = aFriend()
  const { user } = openList([aGuest(), friend])
  answer(`DELETE /api/links/${friend._id}`, { _id: friend._id, url: null, status: "revoked" })

  await user.click(await screen.findByRole("button", { name: "Take back the seat, Sam" }))
  const question = within(await screen.findByRole("alertdialog", { name: "Take back Sam's seat?" }))
  await user.click(question.getByRole("button", { name: "Take it back" }))

  expect(await screen.findByText("The seat is Ana Diaz's again.")).toBeVisible()
  expect(requests("DELETE")).toHaveLength(1)
})

test("choosing another date updates the URL and the link of the CSV file", async () => {
  const { user, address } = openList([aGuest()])

  await user.selectOptions(await screen.findByLabelText("Date"), second!.startTime)

  await waitFor(() => expect(requestedDate()).toBe(second!.startTime))
  expect(address()).toBe(paths.adminGuests(event._id, second!.startTime))
  const link = screen.getByRole("link", { name: "Download as CSV" })
  await waitFor(() =>
    expect(link).toHaveAttribute(
      "href",
      `/api/products/${event._id}/guests/export?startTime=${encodeURIComponent(second!.startTime)}`,
    ),
  )
})

test("the guests come first on a phone, and what staff do with their list on a large screen", async () => {
  const isBefore = (one: HTMLElement, other: HTMLElement) =>
    Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
  openList([aGuest({ firstName: "Cleo" })])
  const guest = await screen.findByText("Cleo Diaz")
  expect(isBefore(screen.getByRole("link", { name: "Door" }), guest)).toBe(true)
  expect(isBefore(guest, screen.getByRole("button", { name: "Print" }))).toBe(true)
  cleanup()

  onALargeScreen()
  openList([aGuest({ firstName: "Cleo" })])
  expect(isBefore(await screen.findByRole("button", { name: "Print" }), screen.getByText("Cleo Diaz"))).toBe(true)
})

test("staff get to a change of plans from an upcoming date", async () => {
  openList([aGuest()])

  expect(await screen.findByRole("link", { name: "Move or cancel" })).toHaveAttribute(
    "href",
    paths.adminDateChange(event._id, { date: first!.startTime }),
  )
})

test("staff get to a message to the people of the date", async () => {
  openList([aGuest()])

  expect(await screen.findByRole("link", { name: "Message the people of this date" })).toHaveAttribute(
    "href",
    paths.adminMessage(event._id, first!.startTime),
  )
})

function openListOfOpenDoor() {
  const [ana, bo] = [aGuest(), aGuest({ firstName: "Bo" })]
  openList([ana, bo])
  answer("/api/door/nights", { night: "6b0022129c206dee8f3169d6", inside: { [ana._id]: 1, refunded: 2 } })
}

test("once the door is open, a column says how many are in", async () => {
  onALargeScreen()
  openListOfOpenDoor()

  expect(await screen.findByRole("columnheader", { name: "In" })).toBeVisible()
  const rows = within(screen.getByRole("table", { name: "Guests" }))
    .getAllByRole("row")
    .slice(1)
  expect(rows.map((row) => within(row).getAllByRole("cell")[1]!.textContent)).toEqual(["1", "0"])
  expect(screen.getByText("Inside, without seats on this list: 2")).toBeVisible()
})
