import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { OrderBooking } from "~/common/api/types"
import { aRefund } from "~/testing/factories"
import {
  acceptChange,
  aTicketOrder,
  changed,
  LATER_FRIDAY,
  NEXT_FRIDAY,
  noRefunds,
  openSheet,
  refundTheSeat,
  sentChanges,
  sentKeys,
  someOptions,
} from "~/testing/pages/changeSheet"
import { openOrder } from "~/testing/pages/orderPage"
import { answer } from "~/testing/browser"

const RETURNING = "PayPal is returning $12.42. It can take 5 days."

test("a changed amount is shown before a second press sends it with another key", async () => {
  const order = aTicketOrder(1)
  const { user, sheet } = await openSheet(order)
  const now = { allowed: true, until: "2036-12-12T03:00:00Z", amounts: [9.42] }
  answer(`/api/orders/${order._id}/options`, { bookings: [someOptions(order.ticket, { refund: now, gift: now })] })
  const refusal = { message: "The amount is now $9.42.", code: "amount_changed", amount: 9.42 }
  answer(`POST /api/orders/${order._id}/changes`, refusal, 409)

  await refundTheSeat(user, sheet)
  expect(await sheet.findByRole("alert")).toHaveTextContent("The amount is now $9.42.")
  expect(sheet.getByRole("radio", { name: "Refund, $9.42" })).toBeChecked()
  acceptChange(order, { amount: 9.42 }, changed(order, { status: "refunded" }, { status: "partly_refunded" }))
  await user.click(sheet.getByRole("button", { name: "Refund 1 seat, $9.42" }))

  expect(await screen.findByText("PayPal is returning $9.42. It can take 5 days.")).toBeVisible()
  expect(sentChanges().map(({ body }) => (body as { amount: number }).amount)).toEqual([12.42, 9.42])
  expect(new Set(sentKeys()).size).toBe(2)
})

test("a refusal is shown in the sheet, and the choice that is over gives its reason", async () => {
  const order = aTicketOrder(1)
  const { user, sheet } = await openSheet(order)
  const message = "Refunds for this date ended on Thu, Dec 11, 7:00 PM."
  const over = { refund: noRefunds(message), gift: noRefunds(message) }
  answer(`/api/orders/${order._id}/options`, { bookings: [someOptions(order.ticket, over)] })
  answer(`POST /api/orders/${order._id}/changes`, { message, code: "policy" }, 409)

  await refundTheSeat(user, sheet)

  expect(await sheet.findByRole("alert")).toHaveTextContent(message)
  expect(sheet.getByRole("radio", { name: "Refund" })).toBeDisabled()
  expect(sheet.getByRole("button", { name: "Confirm" })).toBeVisible()
})

const TOO_OLD = "PayPal returns money for 180 days only. Write to us, we'll sort it out."

test("after 180 days, the sheet says who sorts out the refund, and the other choices remain", async () => {
  const old = { ...noRefunds(TOO_OLD), code: "too_old" }
  const dates = [{ startTime: NEXT_FRIDAY, countInStock: 5 }]
  const { sheet } = await openSheet(aTicketOrder(1), { refund: old, gift: old, move: { allowed: true, dates } })

  for (const name of ["Refund", "Keep it as a gift"]) {
    expect(sheet.getByRole("radio", { name })).toBeDisabled()
    expect(sheet.getByRole("radio", { name })).toHaveAccessibleDescription(TOO_OLD)
  }
  expect(sheet.getByRole("radio", { name: /^Give the seat back/ })).toBeEnabled()
  expect(sheet.getByRole("radio", { name: /^Move/ })).toBeEnabled()
})

test("a refund that PayPal has not answered says that it is slow", async () => {
  const order = aTicketOrder(1)
  acceptChange(order, { status: "requested" }, order)
  const { user, sheet } = await openSheet(order)

  await refundTheSeat(user, sheet)

  expect(await screen.findByText("Written down; PayPal is slow right now.")).toBeVisible()
  expect(await screen.findByRole("list", { name: "Changes" })).toHaveTextContent("refund of 1 seat requested, $12.42")
})

test("a refund that PayPal refused keeps the sheet open", async () => {
  const order = aTicketOrder(1)
  acceptChange(order, { status: "failed" }, order)
  const { user, sheet } = await openSheet(order)

  await refundTheSeat(user, sheet)

  expect(await sheet.findByRole("alert")).toHaveTextContent("PayPal couldn't refund $12.42. You still have the seat.")
})

test("when the last seat is gone, the result stays and gets the focus", async () => {
  const order = aTicketOrder(1)
  const refunds = [
    aRefund({
      amount: 12.42,
      createdAt: "2036-12-01T20:00:00Z",
      bookings: [order.ticket._id],
      parts: [{ booking: order.ticket._id, seats: 1, amount: 12.42, fee: 0, gift: 0 }],
    }),
  ]
  const after = changed(order, { status: "refunded" }, { status: "refunded", refundedPrice: 12.42, refunds })
  acceptChange(order, {}, after)
  const { user, sheet } = await openSheet(order)

  await refundTheSeat(user, sheet)

  const result = await screen.findByText(RETURNING)
  await waitFor(() => expect(document.activeElement).toContainElement(result))
  expect(screen.queryByRole("button", { name: /^Can't make it/, hidden: true })).not.toBeInTheDocument()
  expect(screen.getByText("Refunded $12.42 on Mon, Dec 1, 2036")).toBeVisible()
  expect(screen.getByRole("heading", { level: 1, name: "This order was refunded" })).toBeVisible()
})

const OFF = "Fri, Dec 12 is canceled. Choose another date or your money back by Mon, Dec 8, 7:00 PM PST."
const CHOOSE = "Choose another date or your money back"

type Changed = Pick<OrderBooking, "isOff" | "dateChange" | "bookingDate" | "movedFrom">

const dateChange = {
  kind: "cancel" as const,
  startTime: "2036-12-13T03:00:00Z",
  reason: "The café closes.",
  until: "2036-12-09T03:00:00Z", // Monday, 7 PM at the venue
}
const cancelled = { isOff: true, dateChange }

/** The order with this change of its ticket. */
function withChange(order: ReturnType<typeof aTicketOrder>, over: Partial<Changed>) {
  return { ...changed(order, over), ticket: { ...order.ticket, ...over } }
}

/** Opens the choices of a canceled date. The event has one other date with enough seats. */
async function openChoices(order: ReturnType<typeof withChange>) {
  const dates = [{ startTime: NEXT_FRIDAY, countInStock: 9 }]
  const options = someOptions(order.ticket, { move: { allowed: true, dates }, dateChange })
  answer(`/api/orders/${order._id}/options`, { bookings: [options] })
  const visit = openOrder(order)
  await visit.user.click(await screen.findByRole("button", { name: new RegExp(`^${CHOOSE}, Draft Night, `) }))
  const sheet = within(await screen.findByRole("dialog", { name: "Fri, Dec 12 is canceled" }))
  await sheet.findByRole("group", { name: "What should happen?" })
  return { ...visit, sheet }
}

test("a ticket for a canceled date says so, and looks like no ticket", async () => {
  openOrder(withChange(aTicketOrder(2), cancelled))

  expect(await screen.findByText(OFF)).toBeVisible()
  expect(screen.getByText("The café closes.")).toBeVisible()
  expect(screen.getByText("Canceled")).toBeVisible()
  expect(screen.getByRole("heading", { level: 1, name: "Your date is canceled" })).toBeVisible()
  for (const usual of [/^Add to calendar/, /^Can't make it/, /^Manage this ticket/])
    expect(screen.queryByRole("button", { name: usual, hidden: true })).not.toBeInTheDocument()
  expect(screen.queryByText(/Bring this page/)).not.toBeInTheDocument()
})

test.each([
  ["the code made the seats free", { itemsPrice: 0, totalPrice: 0 }],
  ["it went back before", { giftPrice: 5, totalPrice: 29.84, refundedPrice: 24.84 }],
])("a canceled date promises no money if %s", async (_, sums) => {
  openOrder(withChange(aTicketOrder(2, sums), cancelled))

  expect(await screen.findByText(OFF.replace(" or your money back", ""))).toBeVisible()
  expect(await screen.findByRole("button", { name: /^Choose another date, Draft Night, / })).toBeVisible()
})

test("there are two choices, for all seats", async () => {
  const { sheet } = await openChoices(withChange(aTicketOrder(3), cancelled))

  expect(sheet.getAllByRole("radio").map((radio) => radio.getAttribute("aria-label"))).toEqual([
    "Move to another date",
    "Refund, $37.26",
  ])
  expect(sheet.queryByRole("group", { name: "Seats" })).not.toBeInTheDocument()
  for (const radio of sheet.getAllByRole("radio")) expect(radio).not.toBeChecked()
})

const ONLY_DATE = "Choose your money back or keep it as a gift"

test("without another date there is the money, or a gift of it", async () => {
  const alone = { ...dateChange, hasNoOtherDate: true }
  const order = withChange(aTicketOrder(2), { isOff: true, dateChange: alone })
  acceptChange(order, { kind: "gift", seats: 2, amount: 24.84 }, changed(order, { status: "refunded" }))
  const options = { dateChange: alone, move: { allowed: false, dates: [] } }
  answer(`/api/orders/${order._id}/options`, { bookings: [someOptions(order.ticket, options)] })
  const { user } = openOrder(order)

  expect(await screen.findByText(`Fri, Dec 12 is canceled. ${ONLY_DATE} by Mon, Dec 8, 7:00 PM PST.`)).toBeVisible()
  await user.click(await screen.findByRole("button", { name: new RegExp(`^${ONLY_DATE}, Draft Night, `) }))
  const sheet = within(await screen.findByRole("dialog", { name: "Fri, Dec 12 is canceled" }))
  await user.click(await sheet.findByRole("radio", { name: "Keep it as a gift, $24.84" }))
  expect(sheet.queryByRole("radio", { name: "Move to another date" })).not.toBeInTheDocument()
  await user.click(sheet.getByRole("button", { name: "Leave $24.84 as a gift" }))

  expect(await screen.findByText("Thank you for your gift of $24.84.")).toBeVisible()
})

test("a free ticket without another date has nothing to choose", async () => {
  const order = aTicketOrder(2, { itemsPrice: 0, totalPrice: 0 })
  openOrder(withChange(order, { isOff: true, dateChange: { ...dateChange, hasNoOtherDate: true } }))

  expect(await screen.findByText("Fri, Dec 12 is canceled. Your ticket is no longer valid.")).toBeVisible()
  expect(screen.queryByRole("button", { name: /^Choose/ })).not.toBeInTheDocument()
})

test("the money is returned for all seats, and the ticket shows the result", async () => {
  const before = aTicketOrder(2)
  const order = withChange(before, cancelled)
  acceptChange(
    order,
    { seats: 2, amount: 24.84 },
    changed(order, { status: "refunded" }, { status: "refunded", refundedPrice: 24.84 }),
  )
  const { user, sheet } = await openChoices(order)

  await user.click(sheet.getByRole("radio", { name: "Refund, $24.84" }))
  await user.click(sheet.getByRole("button", { name: "Refund 2 seats, $24.84" }))

  expect(await screen.findByText("PayPal is returning $24.84. It can take 5 days.")).toBeVisible()
  expect(sentChanges()[0]!.body).toEqual({ booking: order.ticket._id, kind: "refund", amount: 24.84, seats: 2 })
  expect(screen.queryByText(OFF)).not.toBeInTheDocument()
  expect(screen.getByRole("heading", { level: 1, name: "This order was refunded" })).toBeVisible()
})

test("another date makes it a ticket again", async () => {
  const before = aTicketOrder(2)
  const order = withChange(before, cancelled)
  const moved = { bookingDate: NEXT_FRIDAY, endTime: "2036-12-20T06:00:00Z" }
  acceptChange(order, { kind: "move", seats: 2, amount: 0 }, changed(before, moved))
  const { user, sheet } = await openChoices(order)

  await user.click(sheet.getByRole("radio", { name: "Move to another date" }))
  await user.selectOptions(sheet.getByLabelText("New date"), "Fri, Dec 19 · 7:00 PM")
  await user.click(sheet.getByRole("button", { name: "Move 2 seats to Fri, Dec 19 · 7:00 PM" }))

  expect(await screen.findByText("Your ticket has moved to the new date.")).toBeVisible()
  expect(screen.queryByText(OFF)).not.toBeInTheDocument()
  expect(screen.getByRole("button", { name: /^Add to calendar/ })).toBeVisible()
  expect(screen.getByRole("heading", { level: 1, name: "Thank you for your purchase!" })).toBeVisible()
})

test("a sheet that was open when the time ended says so", async () => {
  const order = withChange(aTicketOrder(2), cancelled)
  answer(`/api/orders/${order._id}/options`, { bookings: [someOptions(order.ticket)] })
  const { user } = openOrder(order)

  await user.click(await screen.findByRole("button", { name: new RegExp(`^${CHOOSE}`) }))

  expect(await screen.findByText("This ticket can no longer be changed.")).toBeVisible()
})

test("a ticket that moved to a new time stays valid, and says until when its buyer can leave", async () => {
  const moved = { ...dateChange, kind: "move" as const, to: LATER_FRIDAY }
  openOrder(
    withChange(aTicketOrder(2), { bookingDate: LATER_FRIDAY, movedFrom: dateChange.startTime, dateChange: moved }),
  )

  const notice = await screen.findByText(/^Fri, Dec 12 has moved to Fri, Jan 2 · 7:00 PM\. You keep your seats\./)
  expect(notice).toHaveTextContent(
    /Can't make it\? Choose another date or your money back by Mon, Dec 8, 7:00 PM PST\.$/,
  )
  expect(screen.getByRole("heading", { level: 1, name: "Thank you for your purchase!" })).toBeVisible()
  expect(screen.getByRole("button", { name: /^Can't make it, Draft Night, Fri, Jan 2/ })).toBeVisible()
})

test("a ticket for a date that is at another place says where, and until when its buyer can leave", async () => {
  const moved = { ...dateChange, kind: "move" as const, to: dateChange.startTime, place: "Barge, 12 Main St" }
  openOrder(withChange(aTicketOrder(2), { dateChange: moved }))

  const notice = await screen.findByText(/^Fri, Dec 12 is now at Barge, 12 Main St\. You keep your seats\./)
  expect(notice).toHaveTextContent(/Can't make it\? Choose another date or your money back by /)
})

test("a date that moved back says nothing, and can still be left", async () => {
  const moved = { ...dateChange, kind: "move" as const, to: LATER_FRIDAY }
  openOrder(withChange(aTicketOrder(2), { dateChange: moved }))

  expect(await screen.findByRole("button", { name: /^Can't make it, Draft Night, Fri, Dec 12/ })).toBeVisible()
  expect(screen.queryByText(/has moved to/)).not.toBeInTheDocument()
})

test("a date that was canceled and is back says so, and its buyer can still choose all that a valid ticket offers", async () => {
  const back = { ...dateChange, kind: "cancel" as const, isBack: true }
  const order = withChange(aTicketOrder(2), { dateChange: back })
  answer(`/api/orders/${order._id}/options`, { bookings: [someOptions(order.ticket, { dateChange: back })] })
  const { user } = openOrder(order)

  const notice = await screen.findByText(
    /^Fri, Dec 12 takes place after all\. You keep your seats\. Can't make it\? Choose/,
  )
  expect(notice).toHaveTextContent(/by Mon, Dec 8, 7:00 PM PST\.$/)
  expect(screen.getByRole("heading", { level: 1, name: "Thank you for your purchase!" })).toBeVisible()
  await user.click(screen.getByRole("button", { name: /^Can't make it, Draft Night/ }))
  const sheet = await screen.findByRole("dialog", { name: "Can't make it?" })
  await waitFor(() => expect(within(sheet).getAllByRole("radio")).toHaveLength(4))
})
