import { cleanup, screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { expect, test } from "vitest"
import type { DoorOfDate, Guest, Order } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aDate, anOrder, anOrderBooking, anOrderItem, aProduct, aRefund, inDays } from "~/testing/factories"
import { answer, calls, findRows, isBefore, onALargeScreen, requests } from "~/testing/browser"
import { aDoorOfDate, openGuestList } from "~/testing/pages/guestList"
import { answerPreviews, sentRefunds } from "~/testing/pages/staffOrder"

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
  reason: "",
  ...over,
})

const openList = (guests: Guest[]) =>
  openGuestList(event, { guests, totalReservations: guests.reduce((sum, guest) => sum + guest.reservationSeats, 0) })

const requestedDate = () =>
  calls.findLast(({ url }) => url.pathname.endsWith("/guests"))!.url.searchParams.get("startTime")

test("each booking is listed with name, seats and order", async () => {
  openList([
    aGuest(),
    aGuest({
      firstName: "Bo",
      lastName: "",
      order: null,
      orderNumber: null,
      reservationSeats: 1,
      status: "pending",
      reason: "Prize",
    }),
  ])

  const rows = await findRows("Guests")
  expect(screen.getByRole("heading", { level: 1, name: "Guest list: Friday Draft" })).toBeVisible()
  expect(screen.getByText("3 of 24 seats taken")).toBeVisible()
  const ana = within(rows[0]!)
  expect(ana.getByRole("rowheader", { name: "Ana Diaz" })).toBeVisible()
  expect(ana.getByText("2 seats")).toBeInTheDocument() // on a phone
  expect(ana.getByText("2")).toBeVisible()
  expect(ana.getByRole("link", { name: "Order C-7K3M9" })).toHaveAttribute(
    "href",
    paths.order("6b0022129c206dee8f3169d6"),
  )
  expect(within(rows[1]!).getByText("By hand: Prize")).toBeVisible()
  expect(within(rows[1]!).getByText("Not paid yet")).toBeVisible()
  expect(requestedDate()).toBe(first!.startTime)
})

test("phones show a row with name and seats, which expands to show the rest", async () => {
  const { user } = openList([aGuest({ firstName: "Cleo" })]) // the signed-in user is called Ana

  const details = await screen.findByRole("button", { name: "Cleo Diaz, details", expanded: false })
  await user.click(details)

  expect(details).toHaveAttribute("aria-expanded", "true") // table.css shows the other cells
})

test("guests are found by name, ignoring case and accents, or by email address", async () => {
  const { user } = openList([
    aGuest({ firstName: "Cleo" }),
    aGuest({ firstName: "José", lastName: "", email: "pepe@example.com" }),
  ])
  const search = await screen.findByRole("searchbox", { name: "Find a guest" })
  await user.type(search, "jose")

  const hidden = screen.getByText("Cleo Diaz").closest("tr")
  expect(hidden).toHaveClass("not-found")
  expect(screen.getByText("José").closest("tr")).not.toHaveClass("not-found")
  expect(screen.getByText("1 of 2")).toBeVisible()
  await user.clear(search)
  await user.type(search, "ana@")
  expect(hidden).not.toHaveClass("not-found")
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

test("friends of buyers have their own rows", async () => {
  const { user } = openList([aGuest({ reservationSeats: 3 }), aFriend()])

  expect(await screen.findByText("guest of Ana Diaz")).toBeVisible()
  expect(screen.getByText("4 of 24 seats taken")).toBeVisible()
  await user.type(screen.getByRole("searchbox", { name: "Find a guest" }), "guest of")
  expect(screen.getByText("1 of 2")).toBeVisible()
  expect(screen.getAllByRole("link", { name: /@/, hidden: true })).toHaveLength(1) // Sam gave no email address
})

test("staff take back the seat of a buyer's friend", async () => {
  const friend = aFriend()
  const { user } = openList([aGuest(), friend])
  answer(`DELETE /api/links/${friend._id}`, { _id: friend._id, url: null, status: "revoked" })

  await more(user, "Sam (guest of Ana Diaz)", "Take back the seat Sam (guest of Ana Diaz)")
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
  openList([aGuest({ firstName: "Cleo" })])
  const guest = await screen.findByText("Cleo Diaz")
  expect(isBefore(screen.getByRole("link", { name: "Door" }), guest)).toBe(true)
  expect(isBefore(guest, screen.getByRole("button", { name: "Print" }))).toBe(true)
  cleanup()

  onALargeScreen()
  openList([aGuest({ firstName: "Cleo" })])
  expect(isBefore(await screen.findByRole("button", { name: "Print" }), screen.getByText("Cleo Diaz"))).toBe(true)
})

test("staff get to a change of plans from an upcoming date, and to a message to its people", async () => {
  openList([aGuest()])

  const linkTo = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href")
  expect(await linkTo("Move or cancel")).toBe(paths.adminDateChange(event._id, { date: first!.startTime }))
  expect(await linkTo("Message the people of this date")).toBe(paths.adminMessage(event._id, first!.startTime))
})

const night = "6b0022129c206dee8f3169d6"

test("once the door is open, a column says how many are in", async () => {
  const ana = aGuest()
  openList([ana, aGuest({ firstName: "Bo" })])
  answer("/api/door/nights", aDoorOfDate({ night, inside: { [ana._id]: 1, refunded: 2 }, in: 3, guests: 6 }))

  expect(await screen.findByRole("columnheader", { name: "In" })).toBeVisible()
  const rows = await findRows("Guests")
  expect(rows.map((row) => within(row).getAllByRole("cell")[1]!.textContent)).toEqual(["1", "0"])
  expect(screen.getByText("3 of 6 in")).toHaveTextContent("3 of 6 in · 5 left at $13.80")
  expect(screen.getByText("Copper Kettle Brewing")).toBeVisible()
  expect(screen.getByText("Inside, without seats on this list: 2")).toBeVisible()
})

test("staff who book by hand say why", async () => {
  const { user } = openList([])
  answer("POST /api/bookings", {}, 201)

  await user.click(await screen.findByRole("button", { name: "Book seats by hand" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Book seats by hand" }))
  await user.click(await dialog.findByRole("button", { name: "One seat more" }))
  await user.selectOptions(dialog.getByLabelText("Why"), "Another reason")
  await user.click(dialog.getByRole("button", { name: "Book" }))
  expect(await dialog.findByText("Say why nobody pays for them here.")).toBeVisible()
  expect(requests("POST")).toEqual([])
  await user.type(dialog.getByLabelText("The reason"), "The drummer")
  await user.click(dialog.getByRole("button", { name: "Book" }))

  expect(await screen.findByText("2 seats booked: The drummer.")).toBeVisible()
  const date = { product: event._id, bookingDate: first!.startTime }
  expect(requests("POST").at(-1)!.body).toEqual({ ...date, reservationSeats: 2, reason: "The drummer" })
})

// --- What staff do with a guest -------------------------------------------------------------------------------------

/** The guests' list with a door that is open; `inside` counts the seats by guests' IDs, and grows with each check-in. */
function openDoorWith(guests: Guest[], inside: Record<string, number> = {}) {
  const page = openList(guests)
  const undoable: DoorOfDate["undoable"] = []
  answer("/api/door/nights", () => aDoorOfDate({ night, inside: { ...inside }, undoable: [...undoable] }))
  answer(`POST /api/door/nights/${night}/check-in`, ({ body }) => {
    const sent = body as { guest: string; inside: number }
    inside[sent.guest] = sent.inside
    const entry = { device: "6b0022129c206dee8f316900", seq: 7 }
    undoable.push({ ...entry, guest: sent.guest, until: new Date(Date.now() + 600_000).toISOString() })
    return { inside: sent.inside, entries: [entry] }
  })
  return page
}

const sentCheckIns = () => calls.filter(({ url }) => url.pathname.endsWith("/check-in")).map(({ body }) => body)
/** Presses an action under a row's "…". */
async function more({ click }: UserEvent, guest: string, action: string) {
  await click(await screen.findByRole("button", { name: `More for ${guest}` }))
  await click(screen.getByRole("button", { name: action }))
}
const checkInOf = (name: string) => screen.findByRole("button", { name: `Check in ${name}` })

test("a guest is checked in from the list with one click", async () => {
  const cleo = aGuest({ firstName: "Cleo", reservationSeats: 1 })
  const { user } = openDoorWith([cleo])

  await user.click(await checkInOf("Cleo Diaz"))

  expect(await screen.findByText("Cleo Diaz is in.")).toBeVisible()
  expect(await screen.findByRole("button", { name: "Undo Cleo Diaz" })).toHaveFocus()
  expect(sentCheckIns()).toEqual([{ guest: cleo._id, inside: 1 }])
})

test("a check-in is undone", async () => {
  const { user } = openDoorWith([aGuest({ firstName: "Cleo", reservationSeats: 1 })])
  answer(`POST /api/door/nights/${night}/undo`, {})

  await user.click(await checkInOf("Cleo Diaz"))
  await user.click(await screen.findByRole("button", { name: "Undo Cleo Diaz" }))

  await waitFor(() =>
    expect(requests("POST").at(-1)?.body).toEqual({
      device: "6b0022129c206dee8f316900",
      seq: 7,
      reason: "Checked in by mistake on the guest list",
    }),
  )
})

test("who came in by a phone, or more than ten minutes ago, is just in", async () => {
  const cleo = aGuest({ firstName: "Cleo", reservationSeats: 1 })
  const { user } = openDoorWith([cleo], { [cleo._id]: 1 })

  const isIn = await screen.findByRole("button", { name: "In Cleo Diaz" })
  expect(isIn).toHaveAttribute("aria-disabled", "true")
  await user.click(isIn)

  expect(requests("POST")).toEqual([])
})

test("while others of a party are still to come, an undo is with the rest of the row", async () => {
  const cleo = aGuest({ firstName: "Cleo", reservationSeats: 4 })
  const { user } = openDoorWith([cleo])
  answer(`POST /api/door/nights/${night}/undo`, {})
  await user.click(await checkInOf("Cleo Diaz"))
  const dialog = within(await screen.findByRole("dialog", { name: "Check in Cleo Diaz" }))
  await user.click(dialog.getByRole("button", { name: "One seat less" }))
  await user.click(dialog.getByRole("button", { name: "Check in" }))

  await more(user, "Cleo Diaz", "Undo the check-in Cleo Diaz")

  expect(await screen.findByText("The check-in of Cleo Diaz is undone.")).toBeVisible()
})

test("for several seats, staff say how many are here", async () => {
  const cleo = aGuest({ firstName: "Cleo", reservationSeats: 4 })
  const { user } = openDoorWith([cleo], { [cleo._id]: 1 })

  await user.click(await checkInOf("Cleo Diaz"))
  const dialog = within(await screen.findByRole("dialog", { name: "Check in Cleo Diaz" }))
  await user.click(dialog.getByRole("button", { name: "One seat less" }))
  await user.click(dialog.getByRole("button", { name: "Check in" }))

  expect(await screen.findByText("Cleo Diaz: 3 of 4 are in.")).toBeVisible()
  expect(await checkInOf("Cleo Diaz")).toHaveFocus()
  expect(sentCheckIns()).toEqual([{ guest: cleo._id, inside: 3 }])
})

test("before the door is open, the first check-in offers to open it", async () => {
  const cleo = aGuest({ firstName: "Cleo", reservationSeats: 1 })
  const { user } = openDoorWith([cleo])
  answer("/api/door/nights", aDoorOfDate())
  answer("POST /api/door/nights", { _id: night }, 201)

  await user.click(await checkInOf("Cleo Diaz"))
  const dialog = within(await screen.findByRole("dialog", { name: "Check in Cleo Diaz" }))
  expect(dialog.getByText(/isn't open yet/)).toBeVisible()
  expect(requests("POST")).toEqual([])
  await user.click(dialog.getByRole("button", { name: "Open the door and check in" }))

  expect(await screen.findByText("Cleo Diaz is in.")).toBeVisible()
  expect(requests("POST").map(({ url }) => url.pathname)).toEqual([
    "/api/door/nights",
    `/api/door/nights/${night}/check-in`,
  ])
})

test("when nobody can be checked in, the list says why", async () => {
  openList([aGuest({ firstName: "Cleo" })])
  answer("/api/door/nights", aDoorOfDate({ night, refusal: "This door is closed." }))

  expect(await screen.findByText("This door is closed. Nobody can be checked in.")).toBeVisible()
  expect(screen.queryByRole("button", { name: /^Check in/ })).not.toBeInTheDocument()
  expect(screen.getByRole("button", { name: "More for Cleo Diaz" })).toBeVisible()
})

test("a check-in that fails says so on the page", async () => {
  const { user } = openDoorWith([aGuest({ firstName: "Cleo", reservationSeats: 1 })])
  answer(`POST /api/door/nights/${night}/check-in`, { message: "This door is closed.", code: "night_closed" }, 409)

  await user.click(await checkInOf("Cleo Diaz"))

  expect(await screen.findByRole("alert")).toHaveTextContent("Cleo Diaz wasn't checked in. This door is closed.")
})

test("guests who have not paid are not checked in, and guests without a paid order have nothing to refund", async () => {
  openDoorWith([
    aGuest({ firstName: "Held", status: "pending", orderStatus: "held" }),
    aGuest({ firstName: "Hand", order: null, orderNumber: null, orderStatus: null }),
    aGuest({ firstName: "Paid", orderStatus: "partly_refunded" }),
    aGuest({ firstName: "Due", orderStatus: "refund_due" }),
  ])
  await checkInOf("Paid Diaz")

  const names = (of: RegExp) =>
    screen.getAllByRole("button", { name: of }).map((each) => each.getAttribute("aria-label"))
  expect(names(/^Check in/)).toEqual(["Check in Hand Diaz", "Check in Paid Diaz", "Check in Due Diaz"])
  expect(names(/^More/)).toEqual(["More for Paid Diaz"])
})

function anOrderOfTwoDates(guest: Guest): Order {
  const bookings = [
    anOrderBooking({ _id: guest._id, bookingDate: first!.startTime }),
    anOrderBooking({ bookingDate: second!.startTime }),
  ]
  return anOrder({ _id: guest.order!, orderItems: [anOrderItem({ _id: event._id, bookings })], totalPrice: 55.2 })
}

test("a guest's seats on this date are refunded from the list with a reason", async () => {
  onALargeScreen()
  const cleo = aGuest({ firstName: "Cleo" })
  const order = anOrderOfTwoDates(cleo)
  const { user } = openDoorWith([cleo])
  answer(`/api/orders/${order._id}`, order)
  answerPreviews(order)
  answer(`POST /api/orders/${order._id}/refund`, { ...order, refunds: [aRefund({ amount: 27.6 })] })

  await more(user, "Cleo Diaz", "Refund Cleo Diaz")
  const dialog = within(await screen.findByRole("dialog", { name: "Refund Cleo Diaz, order C-7K3M9" }))
  await user.type(await dialog.findByLabelText("Reason"), "Ill")
  await user.click(await dialog.findByRole("button", { name: "Refund $27.60" }))

  expect(await screen.findByText("$27.60 was refunded.")).toBeVisible()
  expect(sentRefunds()).toEqual([{ reason: "Ill", seats: { [cleo._id]: 2 }, amount: 27.6 }])
})

test("a friend's seat is refunded to who bought it", async () => {
  const friend = aFriend()
  const order = anOrderOfTwoDates(aGuest())
  const { user } = openDoorWith([friend])
  answer(`/api/orders/${order._id}`, order)
  answerPreviews(order)

  await more(user, "Sam (guest of Ana Diaz)", "Refund Sam (guest of Ana Diaz)")

  const dialog = await screen.findByRole("dialog", { name: "Refund Ana Diaz, order C-7K3M9" })
  expect(dialog).toHaveAccessibleDescription(
    /^Sam has a seat that Ana Diaz bought, so the money goes back to Ana Diaz\./,
  )
  expect(await within(dialog).findByRole("button", { name: /^Refund \$/ })).toBeVisible()
})
