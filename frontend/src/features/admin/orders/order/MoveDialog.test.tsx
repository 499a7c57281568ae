import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Order } from "~/api/types"
import { aDate, anOrder, anOrderBooking, anOrderItem, aProduct } from "~/testing/factories"
import { openStaffOrder } from "~/testing/pages/staffOrder"
import { answer, calls } from "~/testing/server"

const FRIDAY = "2036-12-13T03:00:00Z" // Friday, December 12, 7 PM at the venue
const NEXT_FRIDAY = "2036-12-20T03:00:00Z"
const LATER_FRIDAY = "2037-01-03T03:00:00Z"

/** Two seats on a Friday, and the event with two further dates. */
function aFridayOrder(over: Partial<Order> = {}) {
  const booking = anOrderBooking({ bookingDate: FRIDAY })
  const item = anOrderItem({ name: "Draft Night", bookings: [booking] })
  const order = anOrder({ orderItems: [item], ...over })
  const occurrences = [
    aDate({ startTime: FRIDAY, countInStock: 9 }),
    aDate({ startTime: NEXT_FRIDAY, countInStock: 1 }),
    aDate({ startTime: LATER_FRIDAY, countInStock: 5 }),
  ]
  answer(`POST /api/orders/${order._id}/move/preview`, { inside: 0 })
  answer(`/api/products/${item._id}`, aProduct({ _id: item._id, name: "Draft Night", occurrences }))
  return { order, item, booking }
}

async function openMove(user: ReturnType<typeof openStaffOrder>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Move…" }))
  return within(await screen.findByRole("dialog", { name: "Move a booking" }))
}

const sentMoves = () => calls.filter(({ url }) => url.pathname.endsWith("/move")).map(({ body }) => body)

test("a booking moves to a date with enough seats", async () => {
  const { order, booking } = aFridayOrder()
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/move`, order)
  const dialog = await openMove(user)

  const dates = await dialog.findByLabelText("New date")
  expect(
    within(dates)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Choose a date", "Fri, Dec 19 · 7:00 PM (only 1 left)", "Fri, Jan 2 · 7:00 PM"])
  expect(within(dates).getByRole("option", { name: /only 1 left/ })).toBeDisabled()
  await user.selectOptions(dates, "Fri, Jan 2 · 7:00 PM")
  await user.type(dialog.getByLabelText("Reason"), "Asked by phone")
  await user.click(dialog.getByRole("button", { name: "Move 2 seats" }))

  expect(await screen.findByText("The booking has moved to Fri, Jan 2 · 7:00 PM.")).toBeVisible()
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  expect(sentMoves()).toEqual([{ booking: booking._id, to: LATER_FRIDAY, reason: "Asked by phone" }])
})

test("staff are told how many people came in with the booking", async () => {
  const { order } = aFridayOrder()
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/move/preview`, { inside: 1 })
  const dialog = await openMove(user)

  expect(await dialog.findByText("1 person is inside already.")).toBeVisible()
})

test.each([
  ["sold_out", "No seats are left for Draft Night on Fri, Jan 2."],
  ["date_unavailable", "Draft Night on Fri, Jan 2 is canceled."],
])("a refusal (%s) is shown in the dialog, with the current dates", async (code, message) => {
  const { order, item } = aFridayOrder()
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/move`, { message, code }, 409)
  const dialog = await openMove(user)
  await user.selectOptions(await dialog.findByLabelText("New date"), LATER_FRIDAY)
  await user.type(dialog.getByLabelText("Reason"), "Asked by phone")
  const left = [aDate({ startTime: LATER_FRIDAY, countInStock: 0 })]
  answer(`/api/products/${item._id}`, aProduct({ _id: item._id, occurrences: left }))

  await user.click(dialog.getByRole("button", { name: "Move 2 seats" }))

  expect(await dialog.findByRole("alert")).toHaveTextContent(message)
  expect(await dialog.findByRole("option", { name: "Fri, Jan 2 · 7:00 PM (sold out)" })).toBeDisabled()
  expect(dialog.getByLabelText("Reason")).toHaveValue("Asked by phone")
})

test("of several bookings, staff choose one", async () => {
  const { order, item } = aFridayOrder()
  const second = anOrderBooking({ bookingDate: NEXT_FRIDAY, reservationSeats: { qty: 1 } })
  const gone = anOrderBooking({ bookingDate: LATER_FRIDAY, status: "refunded" })
  item.bookings.push(second, gone)
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/move`, order)
  const dialog = await openMove(user)

  await user.click(dialog.getByRole("button", { name: "Move" }))
  expect((await dialog.findAllByText("Choose a booking."))[0]).toBeVisible()
  expect(dialog.getAllByRole("radio")).toHaveLength(2)
  await user.click(dialog.getByRole("radio", { name: "Draft Night, Fri, Dec 19 · 1 seat" }))
  await user.selectOptions(await dialog.findByLabelText("New date"), LATER_FRIDAY)
  await user.type(dialog.getByLabelText("Reason"), "Asked by phone")
  await user.click(dialog.getByRole("button", { name: "Move 1 seat" }))

  expect(await screen.findByText(/^The booking has moved/)).toBeVisible()
  expect(sentMoves()).toEqual([{ booking: second._id, to: LATER_FRIDAY, reason: "Asked by phone" }])
})
