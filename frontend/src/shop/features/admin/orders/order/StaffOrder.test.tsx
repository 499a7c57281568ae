import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Order } from "~/common/api/types"
import { formatDate, formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import {
  aDate,
  anAttentionItem,
  anOrder,
  anOrderBooking,
  anOrderItem,
  aProduct,
  aRefund,
  aUserInfo,
  inDays,
} from "~/testing/factories"
import { answer, calls, onALargeScreen } from "~/testing/browser"
import { anOrderEvent, openStaffOrder, twoDates } from "~/testing/pages/staffOrder"

test("staff see whose order it is, with links to the buyer and the guest lists", async () => {
  const order = anOrder()
  openStaffOrder(order)

  expect(await screen.findByRole("heading", { level: 1, name: "Ana Diaz's order" })).toBeVisible()
  expect(await screen.findByRole("link", { name: "Ana Diaz" })).toHaveAttribute(
    "href",
    paths.adminUser(order.buyer._id),
  )
  expect(screen.getByRole("link", { name: "ana@example.com" })).toBeVisible()
  expect(screen.getByText("Order", { selector: "dt" }).nextElementSibling).toHaveTextContent(order.number)
  const item = order.orderItems[0]!
  expect(screen.getByRole("link", { name: new RegExp(`^${item.name}, `) })).toHaveAttribute(
    "href",
    paths.adminGuests(item._id, item.bookings[0]!.bookingDate),
  )
})

test("buyers don't see the staff part, and its data isn't requested", async () => {
  const me = aUserInfo()
  openStaffOrder(anOrder({ user: me._id }), { as: me })

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(screen.queryByText("For staff")).not.toBeInTheDocument()
  expect(calls.map(({ url }) => url.pathname)).not.toContain("/api/orders/attention")
})

const SAM = { _id: "1", firstName: "Sam", lastName: "Staff", email: "sam@example.com" }

test("the history reads as sentences, in order, with actors and reasons", async () => {
  onALargeScreen()
  const order = anOrder()
  const history = [
    anOrderEvent({ amount: 27.6 }),
    anOrderEvent({ kind: "payment", did: "payment captured", amount: 27.6, currency: "USD", paypalId: "CAP1" }),
    anOrderEvent({
      kind: "audit",
      did: "refund completed",
      by: SAM,
      reason: "Ill",
      changes: [{ field: "status", before: "paid", after: "partly_refunded" }],
    }),
  ]
  openStaffOrder(order, { history })

  const lines = within(await screen.findByRole("list", { name: "History" })).getAllByRole("listitem")
  const texts = lines.map((line) => line.textContent)
  expect(texts).toHaveLength(3)
  expect(texts[0]).toContain("Ordered, $27.60")
  expect(texts[1]).toMatch(/Paid by PayPal, \$27\.60.*PayPal CAP1/)
  expect(texts[2]).toContain("Refunded, by Sam Staff“Ill”Status changed from Paid to Partly refunded")
})

test.each<[string, Parameters<typeof anOrderEvent>[0]]>([
  ["Ordered", { amount: 0 }],
  ["PayPal refused the payment, $27.60", { kind: "payment", did: "payment refused", amount: 27.6 }],
  ["Payment not accepted, $27.60, by Sam Staff", { kind: "audit", did: "payment refused", amount: 27.6, by: SAM }],
  ["Payment accepted, $27.60, by Sam Staff", { kind: "audit", did: "payment accepted", amount: 27.6, by: SAM }],
  ["Paid by PayPal a second time, $27.60", { kind: "payment", did: "payment captured (a second one)", amount: 27.6 }],
  [
    "PayPal is checking the payment, a second one, $27.60",
    { kind: "payment", did: "payment waiting at PayPal (a second one)", amount: 27.6 },
  ],
  ["Seats put back on sale, by Sam Staff", { kind: "refund", did: "refund completed", amount: 0, by: SAM }],
  ["PayPal is taking the payment back, $27.60", { kind: "refund", did: "reversal pending", amount: 27.6 }],
])("the history says “%s”", async (sentence, event) => {
  openStaffOrder(anOrder(), { history: [anOrderEvent(event)] })

  expect(await screen.findByText(sentence)).toBeInTheDocument()
})

test("the history says when something changed as people read times", async () => {
  const changes = [{ field: "delivered_at", before: "", after: "2026-11-27T22:05:00Z" }]
  openStaffOrder(anOrder(), { history: [anOrderEvent({ kind: "audit", did: "order delivered", changes })] })

  expect(await screen.findByText(/^Delivered at set to .*2:05 PM/)).toBeInTheDocument()
})

test("a paid order is refunded or moved, and nobody marks a seat as delivered", async () => {
  openStaffOrder(anOrder())

  const staff = within(await screen.findByRole("region", { name: "For staff" }))
  const buttons = await staff.findAllByRole("button", { name: /…$/ })
  expect(buttons.map((button) => button.textContent)).toEqual(["Move…", "Refund…"])
  expect(staff.queryByRole("button", { name: /delivered/ })).not.toBeInTheDocument()
})

test("staff can cancel a held order but not pay for it", async () => {
  const order = anOrder({ status: "held", heldUntil: inDays(1), paidAt: null })
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/cancel`, { ...order, status: "cancelled" })

  await user.click(await screen.findByRole("button", { name: "Cancel order" }))
  expect(screen.queryByRole("link", { name: "Finish paying" })).not.toBeInTheDocument()
  const dialog = await screen.findByRole("alertdialog", { name: "Cancel this order?" })
  await user.click(within(dialog).getByRole("button", { name: "Cancel order" }))

  expect(await screen.findByText("The order is canceled.")).toBeVisible()
})

test("the order page shows its own review items with their buttons", async () => {
  const order = anOrder({ status: "review" })
  const item = anAttentionItem({ kind: "review", _id: order._id, number: order.number, message: "Still checked." })
  const other = { ...item, _id: "another", number: "C-7K3M9", message: "Of another order." }
  openStaffOrder(order, { reviewItems: [item, other] })

  expect(await screen.findByText("Still checked.")).toBeVisible()
  expect(screen.getByRole("button", { name: `Review order ${order.number}` })).toBeVisible()
  expect(screen.queryByText("Of another order.")).not.toBeInTheDocument()
})

test("staff see the seats that a refund returned, and the fees and gifts that the club keeps", async () => {
  const order = twoDates({ status: "partly_refunded", refundedPrice: 10.42 })
  const [first, second] = order.orderItems[0]!.bookings
  const part = (booking: string, over = {}) => ({ booking, seats: 1, amount: 0, fee: 0, gift: 0, ...over })
  const at = (day: number) => `2026-11-0${day}T20:00:00Z`
  const refunds = [
    aRefund({ amount: 10.42, createdAt: at(1), parts: [part(first!._id, { amount: 10.42, fee: 2 })] }),
    aRefund({ amount: 0, createdAt: at(2), parts: [part(second!._id, { gift: 12.42 })] }),
    aRefund({ amount: 12.42, createdAt: at(3), status: "requested", parts: [part(second!._id, { amount: 12.42 })] }),
    aRefund({ amount: 5, createdAt: at(4), status: "failed" }),
  ]
  openStaffOrder({ ...order, refunds })

  const heading = await screen.findByRole("heading", { name: "Refunds" })
  const rows = within(heading.nextElementSibling as HTMLElement).getAllByRole("listitem")
  const day = (date: string) => formatDay(date, "America/Los_Angeles")
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `${formatDate("2026-11-01")}: $10.42 refunded1 seat, Friday Commander Night, ${day(first!.bookingDate)}, fee of $2.00`,
    `${formatDate("2026-11-02")}: no money refunded1 seat, Friday Commander Night, ${day(second!.bookingDate)}, gift of $12.42`,
    `${formatDate("2026-11-03")}: $12.42 to be refunded, waiting for PayPal1 seat, Friday Commander Night, ${day(second!.bookingDate)}`,
  ])
})

test("staff see the discounts and the gift of an order, and how much of the gift was refunded", async () => {
  const discounts = [{ kind: "voucher" as const, label: "Discount code SPRING", amount: 2.4 }]
  const refunds = [aRefund({ amount: 5, giftPrice: 5, createdAt: "2026-11-01T20:00:00Z" })]
  openStaffOrder(anOrder({ status: "partly_refunded", listPrice: 24, discounts, giftPrice: 5, refunds }))

  expect((await screen.findByText("SPRING")).closest("dt")).toHaveTextContent("Discount code SPRING")
  expect(screen.getByText("−$2.40")).toBeVisible()
  expect(screen.getByText(/^Gift to /)).toBeVisible()
  expect(screen.getByText("$5.00 of it from the gift")).toBeVisible()
})

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
