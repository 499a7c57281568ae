import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { aChange, anOrderBooking, inDays } from "~/testing/factories"
import {
  acceptChange,
  aTicketOrder,
  cantMakeIt,
  changed,
  LATER_FRIDAY,
  NEXT_FRIDAY,
  noRefunds,
  openSheet,
  refundTheSeat,
  sentChanges,
  sentKeys,
} from "~/testing/pages/changeSheet"
import { openOrder } from "~/testing/pages/orderPage"

const RETURNING = "PayPal is returning $12.42. It can take 5 days."

test("a seat is refunded with three presses, and the ticket says what PayPal does", async () => {
  const order = aTicketOrder(3)
  acceptChange(
    order,
    { kind: "refund" },
    changed(order, { reservationSeats: { qty: 2 } }, { status: "partly_refunded" }),
  )
  const { user, sheet } = await openSheet(order)

  await refundTheSeat(user, sheet)

  expect(await screen.findByText(RETURNING)).toBeVisible()
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  expect(sentChanges().map(({ body }) => body)).toEqual([
    { booking: order.ticket._id, kind: "refund", amount: 12.42, seats: 1 },
  ])
  expect(sentKeys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(screen.getByRole("article")).toHaveTextContent("Seats2")
  expect(await screen.findByRole("list", { name: "Changes" })).toHaveTextContent("1 seat refunded, $12.42")
  expect(await cantMakeIt()).toHaveFocus()
})

test("the sheet shows the event, every choice with its amount, and none of them is chosen", async () => {
  const dates = [{ startTime: NEXT_FRIDAY, countInStock: 9 }]
  const order = aTicketOrder(3, { charity: "Port Alder Food Bank" })
  const { sheet } = await openSheet(order, { move: { allowed: true, dates } })

  expect(sheet.getByText("Draft Night, Fri, Dec 12 · 7:00 PM")).toBeVisible()
  expect(sheet.getAllByRole("radio").map((radio) => radio.getAttribute("aria-label"))).toEqual([
    "Refund, $12.42",
    "Keep it as a gift, $12.42",
    "Give the seat back",
    "Move to another date",
  ])
  for (const radio of sheet.getAllByRole("radio")) {
    expect(radio).not.toBeChecked()
    expect(radio).toBeEnabled()
  }
  expect(sheet.getByText("Until Thu, Dec 11, 7:00 PM PST.")).toBeVisible()
  expect(sheet.getByText("Your $12.42 goes to Port Alder Food Bank.")).toBeVisible()
  expect(sheet.getByText(/^All three seats move\./)).toBeVisible()
})

test("the stepper changes the amounts and stops at its ends", async () => {
  const { user, sheet } = await openSheet(aTicketOrder(3), { freeSeats: 2 })
  const [less, more] = [
    sheet.getByRole("button", { name: "One seat less" }),
    sheet.getByRole("button", { name: "One seat more" }),
  ]
  await user.click(sheet.getByRole("radio", { name: "Refund, $12.42" }))
  await user.click(less)
  expect(sheet.getByText("1 of 2")).toBeVisible()

  await user.click(more)
  await user.click(more)

  expect(sheet.getByText("2 of 2")).toBeVisible()
  expect(more).toHaveFocus()
  expect(sheet.getByRole("radio", { name: "Keep it as a gift, $24.84" })).toBeVisible()
  expect(sheet.getByRole("radio", { name: "Give the seats back" })).toBeVisible()
  expect(sheet.getByRole("button", { name: "Refund 2 seats, $24.84" })).toBeVisible()
})

test("choices that aren't available give the reason", async () => {
  const ended = "Refunds for this date ended on Thu, Dec 11, 7:00 PM."
  const dates = [{ startTime: NEXT_FRIDAY, countInStock: 1 }]
  const { sheet } = await openSheet(aTicketOrder(2), {
    refund: noRefunds(ended),
    gift: noRefunds(ended),
    move: { allowed: false, dates },
  })

  expect(sheet.getAllByText(ended)).toHaveLength(2)
  expect(sheet.getByText("No other date has 2 seats left.")).toBeVisible()
  expect(sheet.getByRole("radio", { name: "Refund" })).toBeDisabled()
  expect(sheet.getByRole("radio", { name: "Refund" })).toHaveAccessibleDescription(ended)
  expect(sheet.getByRole("radio", { name: "Keep it as a gift" })).toBeDisabled()
  expect(sheet.getByRole("radio", { name: /^Move/ })).toBeDisabled()
  expect(sheet.getByRole("radio", { name: /^Give the seat back/ })).toBeEnabled()
})

test("a ticket whose seats are all on their way back can only move", async () => {
  const dates = [{ startTime: NEXT_FRIDAY, countInStock: 2 }]
  const { sheet } = await openSheet(aTicketOrder(2), { freeSeats: 0, move: { allowed: true, dates } })

  expect(sheet.getAllByText("All seats of this ticket belong to guests or are being returned.")).toHaveLength(3)
  expect(sheet.getByRole("radio", { name: /^Move/ })).toBeEnabled()
})

test.each([
  [{ price: 0 }, "This ticket was free."],
  [{ isTest: true }, "Nothing was paid for this test order."],
  [{}, "There is nothing to refund."],
])(
  "a ticket that is worth nothing has no refund (%o)",
  async ({ price, ...over }: { price?: number; isTest?: boolean }, reason) => {
    const order = aTicketOrder(1, over)
    if (price !== undefined) order.orderItems[0]!.price = price
    const money = { allowed: true, until: null, amounts: [0] }
    const { sheet } = await openSheet(order, { refund: money, gift: money })

    expect(sheet.getAllByText(reason)).toHaveLength(2)
    expect(sheet.getByText("This event has no other dates.")).toBeVisible()
  },
)

test("the money is left as a gift", async () => {
  const order = aTicketOrder(1)
  acceptChange(order, { kind: "gift" }, changed(order, { status: "refunded" }, { status: "partly_refunded" }))
  const { user, sheet } = await openSheet(order)

  await user.click(sheet.getByRole("radio", { name: /^Keep it as a gift/ }))
  await user.click(sheet.getByRole("button", { name: "Leave $12.42 as a gift" }))

  expect(await screen.findByText("Thank you for your gift of $12.42. Your seat is back on sale.")).toBeVisible()
  expect(sentChanges()[0]!.body).toEqual({ booking: order.ticket._id, kind: "gift", amount: 12.42, seats: 1 })
  expect(screen.getByRole("heading", { level: 1, name: "This order has no seats left" })).toBeVisible()
  expect(await screen.findByText("You gave all seats back.")).toBeVisible()
  expect(screen.getByText("Given back")).toBeVisible()
  expect(await screen.findByRole("list", { name: "Changes" })).toHaveTextContent(
    "1 seat given back, with a gift of $12.42",
  )
})

test("seats are given back without a refund", async () => {
  const order = aTicketOrder(3)
  acceptChange(order, { kind: "return", seats: 2, amount: 0 }, changed(order, { reservationSeats: { qty: 1 } }))
  const { user, sheet } = await openSheet(order)

  await user.click(sheet.getByRole("button", { name: "One seat more" }))
  await user.click(sheet.getByRole("radio", { name: /^Give the seats back/ }))
  await user.click(sheet.getByRole("button", { name: "Give 2 seats back, no refund" }))

  expect(await screen.findByText("Thank you. Your 2 seats are back on sale.")).toBeVisible()
  expect(sentChanges()[0]!.body).toEqual({ booking: order.ticket._id, kind: "return", amount: 0, seats: 2 })
  expect(await screen.findByRole("list", { name: "Changes" })).toHaveTextContent("2 seats given back without a refund")
})

test("a booking moves to a date with enough seats", async () => {
  const order = aTicketOrder(2)
  acceptChange(
    order,
    { kind: "move", seats: 2, amount: 0 },
    changed(order, { bookingDate: LATER_FRIDAY, endTime: "2037-01-03T06:00:00Z" }),
  )
  const dates = [
    { startTime: NEXT_FRIDAY, countInStock: 1 },
    { startTime: "2036-12-27T03:00:00Z", countInStock: 0 },
    { startTime: LATER_FRIDAY, countInStock: 2 },
  ]
  const { user, sheet } = await openSheet(order, { move: { allowed: true, dates } })

  await user.click(sheet.getByRole("radio", { name: /^Move/ }))
  expect(sheet.getByText(/^Both seats move\./)).toBeVisible()
  await user.click(sheet.getByRole("button", { name: "Move 2 seats" }))
  expect(sheet.getByRole("alert")).toHaveTextContent("Choose the new date.")
  expect(sheet.getByLabelText("New date")).toHaveFocus()
  expect(sheet.getByRole("option", { name: "Fri, Dec 19 · 7:00 PM (only 1 left)" })).toBeDisabled()
  expect(sheet.getByRole("option", { name: "Fri, Dec 26 · 7:00 PM (sold out)" })).toBeDisabled()
  await user.selectOptions(sheet.getByLabelText("New date"), "Fri, Jan 2 · 7:00 PM")
  await user.click(sheet.getByRole("button", { name: "Move 2 seats to Fri, Jan 2 · 7:00 PM" }))

  expect(await screen.findByText("Your ticket has moved to the new date.")).toBeVisible()
  expect(sentChanges()[0]!.body).toEqual({ booking: order.ticket._id, kind: "move", amount: 0, to: LATER_FRIDAY })
  expect(screen.getByRole("article")).toHaveTextContent("Fri, Jan 2 · 7:00–10:00 PM PST")
})

test.each([
  ["whose date has started", aTicketOrder(1, {}), { bookingDate: inDays(-1) }],
  ["that is not paid", aTicketOrder(1, { status: "held", paidAt: null }), { status: "pending" as const }],
  ["that is refunded", aTicketOrder(1, { status: "refunded" }), { status: "refunded" as const }],
])("a ticket %s can't be changed", async (_, order, over) => {
  openOrder(changed(order, over))

  expect(await screen.findByRole("article")).toBeVisible()
  expect(screen.queryByRole("button", { name: /^Can't make it/, hidden: true })).not.toBeInTheDocument()
})

test("each ticket lists its own changes in plain words", async () => {
  const order = aTicketOrder(5)
  const own = { booking: order.ticket._id, createdAt: "2036-12-01T20:00:00Z" }
  const other = anOrderBooking()
  order.orderItems[0]!.bookings.push(other)
  const changes = [
    aChange({ ...own, amount: 12.42 }),
    aChange({ ...own, kind: "refund", seats: 2, amount: 24.84, status: "failed" }),
    aChange({ ...own, kind: "return", seats: 2, amount: 0 }),
    aChange({ ...own, kind: "move", seats: 2, amount: 0 }),
    aChange({ booking: other._id, kind: "gift", amount: 12.42 }),
  ]
  openOrder({ ...order, changes })

  const lists = await screen.findAllByRole("list", { name: "Changes" })
  const texts = lists.map((list) =>
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  )
  expect(texts.find((of) => of.length > 1)).toEqual([
    "Mon, Dec 1, 2036: 1 seat refunded, $12.42",
    "Mon, Dec 1, 2036: PayPal couldn't refund $24.84. You still have the seats.",
    "Mon, Dec 1, 2036: 2 seats given back without a refund",
    "Mon, Dec 1, 2036: 2 seats moved to another date",
  ])
  expect(texts.find((of) => of.length === 1)![0]).toMatch(/1 seat given back, with a gift of \$12\.42$/)
})
