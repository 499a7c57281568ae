import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { OrderEvent, ReviewItem } from "~/api/queries/staff/orders"
import type { Order } from "~/api/types"
import { formatDay } from "~/lib/time/dates"
import { paths } from "~/paths"
import { anOrder, anOrderBooking, anOrderItem, aRefund, aUserInfo, inDays } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"

function anOrderEvent(over: Partial<OrderEvent> = {}): OrderEvent {
  const nothing = {
    by: null,
    reason: "",
    changes: [],
    amount: null,
    currency: "",
    status: "",
    paypalId: "",
    problem: "",
  }
  return { at: inDays(-1), kind: "order", did: "order placed", ...nothing, ...over }
}

/** An order for two dates of one event. */
function twoDates(over: Partial<Order> = {}): Order {
  const bookings = [anOrderBooking({ bookingDate: inDays(7) }), anOrderBooking({ bookingDate: inDays(14) })]
  return anOrder({ orderItems: [anOrderItem({ bookings })], totalPrice: 55.2, ...over })
}

function openOrder(
  order: Order,
  { as = aUserInfo({ isAdmin: true }), reviewItems = [] as ReviewItem[], history = [anOrderEvent()] } = {},
) {
  answer(`/api/orders/${order._id}`, order)
  answer(`/api/orders/${order._id}/history`, history)
  answer("/api/orders/attention", reviewItems)
  return renderAt(paths.order(order._id), { as })
}

const lastRequest = (method: string) => calls.findLast((call) => call.method === method)!

async function openRefund(user: ReturnType<typeof openOrder>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Refund…" }))
  return within(await screen.findByRole("dialog", { name: "Refund this order" }))
}

test("staff see whose order it is, with links to the buyer and the guest lists", async () => {
  const order = anOrder()
  openOrder(order)

  expect(await screen.findByRole("heading", { level: 1, name: "Ana Diaz's order" })).toBeVisible()
  expect(await screen.findByRole("link", { name: "Ana Diaz" })).toHaveAttribute(
    "href",
    paths.adminUser(order.buyer._id),
  )
  expect(screen.getByRole("link", { name: "ana@example.com" })).toBeVisible()
  expect(screen.getByText("Order").nextElementSibling).toHaveTextContent(order.number)
  const item = order.orderItems[0]!
  expect(screen.getByRole("link", { name: new RegExp(`^${item.name}, `) })).toHaveAttribute(
    "href",
    paths.adminGuests(item._id, item.bookings[0]!.bookingDate),
  )
})

test("staff see the thank-you message and the staff actions on their own orders", async () => {
  const me = aUserInfo({ isAdmin: true })
  openOrder(anOrder({ user: me._id }), { as: me })

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(await screen.findByRole("button", { name: "Refund…" })).toBeVisible()
})

test("buyers don't see the staff part, and its data isn't requested", async () => {
  const me = aUserInfo()
  openOrder(anOrder({ user: me._id }), { as: me })

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(screen.queryByText("For staff")).not.toBeInTheDocument()
  expect(calls.map(({ url }) => url.pathname)).not.toContain("/api/orders/attention")
})

test("the history is listed in order, with actors and reasons", async () => {
  onALargeScreen()
  const order = anOrder()
  const sam = { _id: "1", firstName: "Sam", lastName: "Staff", email: "sam@example.com" }
  const history = [
    anOrderEvent({ amount: 27.6 }),
    anOrderEvent({ kind: "payment", did: "payment captured", amount: 27.6, currency: "USD", paypalId: "CAP1" }),
    anOrderEvent({
      kind: "audit",
      did: "refund completed",
      by: sam,
      reason: "Ill",
      changes: [{ field: "status", before: "paid", after: "partly_refunded" }],
    }),
  ]
  openOrder(order, { history })

  const lines = within(await screen.findByRole("list", { name: "History" })).getAllByRole("listitem")
  const texts = lines.map((line) => line.textContent)
  expect(texts).toHaveLength(3)
  expect(texts[0]).toContain("Order placed · $27.60")
  expect(texts[1]).toMatch(/Payment captured · \$27\.60.*PayPal CAP1/)
  expect(texts[2]).toContain("Refund completed · Sam Staff“Ill”Status: Paid → Partly refunded")
})

test("one date is refunded with a reason", async () => {
  const order = twoDates()
  const [first] = order.orderItems[0]!.bookings
  const { user } = openOrder(order)
  answer(`POST /api/orders/${order._id}/refund`, { ...order, status: "partly_refunded", refunds: [aRefund()] })
  const dialog = await openRefund(user)

  expect(dialog.getByLabelText("Reason")).toHaveAccessibleDescription(
    "The buyer sees it in the email about this refund.",
  )
  await user.click(dialog.getByRole("button", { name: "Refund" }))
  expect(await dialog.findByText("There is a problem")).toBeVisible()
  await user.click(dialog.getByLabelText("Selected dates"))
  await user.type(dialog.getByLabelText("Reason"), "Ill")
  await user.click(dialog.getByRole("button", { name: "Refund" }))
  expect((await dialog.findAllByText("Choose at least one date."))[0]).toBeVisible()
  await user.click(dialog.getAllByRole("checkbox")[0]!)
  await user.click(dialog.getByRole("button", { name: "Refund" }))

  expect(await screen.findByText("$13.80 was refunded.")).toBeVisible()
  expect(lastRequest("POST").body).toEqual({ reason: "Ill", lines: [first!._id] })
})

test("the button shows the amount of the refund", async () => {
  const order = twoDates({ itemsPrice: 48, taxPrice: 7.2 })
  const captured = anOrderEvent({ kind: "payment", did: "payment captured", amount: 55.2, currency: "USD" })
  const { user } = openOrder(order, { history: [captured] })
  const dialog = await openRefund(user)
  expect(dialog.getByRole("button", { name: "Refund" })).toBeVisible()

  await user.click(dialog.getByLabelText("Full remaining amount"))
  expect(dialog.getByRole("button", { name: "Refund $55.20" })).toBeVisible()
  await user.click(dialog.getByLabelText("Selected dates"))
  await user.click(dialog.getAllByRole("checkbox")[0]!)
  expect(dialog.getByRole("button", { name: "Refund" })).toBeVisible()
  await user.click(dialog.getByLabelText(/^Custom amount/))
  await user.type(dialog.getByLabelText("Amount"), "6.9")
  expect(dialog.getByRole("button", { name: "Refund $6.90" })).toBeVisible()
})

test("a custom amount is refunded, and may have a dollar sign", async () => {
  const order = twoDates()
  const { user } = openOrder(order)
  answer(`POST /api/orders/${order._id}/refund`, { ...order, refunds: [aRefund({ amount: 5.5 })] })
  const dialog = await openRefund(user)

  await user.click(dialog.getByLabelText(/^Custom amount/))
  await user.type(dialog.getByLabelText("Amount"), "five")
  await user.type(dialog.getByLabelText("Reason"), "Sorry")
  await user.click(dialog.getByRole("button", { name: "Refund" }))
  expect(await dialog.findByText("Enter an amount like 12.50.")).toBeVisible()
  await user.clear(dialog.getByLabelText("Amount"))
  await user.type(dialog.getByLabelText("Amount"), "$5.5")
  await user.click(dialog.getByRole("button", { name: "Refund $5.50" }))

  expect(await screen.findByText("$5.50 was refunded.")).toBeVisible()
  expect(lastRequest("POST").body).toEqual({ reason: "Sorry", amount: 5.5 })
})

test("errors are listed in the order of the fields", async () => {
  const { user } = openOrder(twoDates())
  const dialog = await openRefund(user)

  await user.click(dialog.getByLabelText(/^Custom amount/))
  await user.click(dialog.getByRole("button", { name: "Refund" }))

  const errorLinks = within(await dialog.findByRole("alert")).getAllByRole("link")
  expect(errorLinks.map((link) => link.textContent)).toEqual(["Enter an amount like 12.50.", "Enter a reason."])
})

test("a full refund that PayPal refuses shows an error in the dialog", async () => {
  const order = twoDates()
  const { user } = openOrder(order)
  answer(`POST /api/orders/${order._id}/refund`, { ...order, refunds: [aRefund({ status: "failed" })] })
  const dialog = await openRefund(user)

  await user.click(dialog.getByLabelText("Full remaining amount"))
  await user.type(dialog.getByLabelText("Reason"), "Called off")
  await user.click(dialog.getByRole("button", { name: "Refund" }))

  expect(await dialog.findByText("PayPal refused this refund. Nothing was refunded.")).toBeVisible()
  expect(lastRequest("POST").body).toEqual({ reason: "Called off" })
})

test("dates with a pending refund aren't offered again; dates whose refund failed are", async () => {
  const order = twoDates()
  const [first, second] = order.orderItems[0]!.bookings
  order.refunds = [
    aRefund({
      status: "pending",
      bookings: [first!._id],
      parts: [{ booking: first!._id, seats: 2, amount: 27.6, fee: 0, gift: 0 }],
    }),
    aRefund({ status: "failed", bookings: [second!._id] }),
  ]
  const { user } = openOrder(order)
  const dialog = await openRefund(user)

  await user.click(dialog.getByLabelText("Selected dates"))

  expect(dialog.getAllByRole("checkbox").map((box) => box.getAttribute("value"))).toEqual([second!._id])
})

test("a test order has no custom amount to refund", async () => {
  const { user } = openOrder(twoDates({ isTest: true }))
  const dialog = await openRefund(user)

  expect(dialog.getByText(/No payment was taken/)).toBeVisible()
  expect(dialog.queryByLabelText(/^Custom amount/)).not.toBeInTheDocument()
})

test("a paid order can be marked as delivered once", async () => {
  const order = anOrder()
  const delivered = { ...order, deliveredAt: inDays(0) }
  const { user } = openOrder(order)
  answer(`PUT /api/orders/${order._id}/deliver`, delivered)
  const button = await screen.findByRole("button", { name: "Mark delivered" })
  answer(`/api/orders/${order._id}`, delivered)

  await user.click(button)

  expect(await screen.findByText("Marked as delivered.")).toBeVisible()
  await waitFor(() => expect(screen.queryByRole("button", { name: "Mark delivered" })).not.toBeInTheDocument())
})

test("staff can cancel a held order but not pay for it", async () => {
  const order = anOrder({ status: "held", heldUntil: inDays(1), paidAt: null })
  const { user } = openOrder(order)
  answer(`POST /api/orders/${order._id}/cancel`, { ...order, status: "cancelled" })

  await user.click(await screen.findByRole("button", { name: "Cancel order" }))
  expect(screen.queryByRole("link", { name: "Finish paying" })).not.toBeInTheDocument()
  const dialog = await screen.findByRole("alertdialog", { name: "Cancel this order?" })
  await user.click(within(dialog).getByRole("button", { name: "Cancel order" }))

  expect(await screen.findByText("The order is cancelled.")).toBeVisible()
})

test("the order page shows its own review items with their buttons", async () => {
  const order = anOrder({ status: "review" })
  const money = { amount: 27.6, currency: "USD", isSecondPayment: false, alert: "", canReleaseSeats: false }
  const shared = { since: inDays(-1), ...money, problem: "", buyer: order.buyer }
  const message = "PayPal is still checking this payment."
  openOrder(order, {
    reviewItems: [
      { kind: "review", _id: order._id, number: order.number, message, ...shared },
      { kind: "review", _id: "another", number: "C-7K3M9", message: "Of another order.", ...shared },
    ],
  })

  expect(await screen.findByText(message)).toBeVisible()
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
  openOrder({ ...order, refunds })

  const heading = await screen.findByRole("heading", { name: "Refunds" })
  const rows = within(heading.nextElementSibling as HTMLElement).getAllByRole("listitem")
  const day = (date: string) => formatDay(date, "America/Los_Angeles")
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `11/1/2026: $10.42 refunded1 seat, Friday Commander Night, ${day(first!.bookingDate)}, fee of $2.00`,
    `11/2/2026: no money refunded1 seat, Friday Commander Night, ${day(second!.bookingDate)}, gift of $12.42`,
    `11/3/2026: $12.42 to be refunded, waiting for PayPal1 seat, Friday Commander Night, ${day(second!.bookingDate)}`,
  ])
})

test("a date with a pending refund can be refunded for its other seats", async () => {
  const order = twoDates()
  const [first, second] = order.orderItems[0]!.bookings
  const part = (booking: string, seats: number) => ({ booking, seats, amount: 12.42, fee: 0, gift: 0 })
  const refunds = [aRefund({ status: "requested", parts: [part(first!._id, 1), part(second!._id, 2)] })]
  const { user } = openOrder({ ...order, refunds })
  const dialog = await openRefund(user)

  await user.click(dialog.getByRole("radio", { name: "Selected dates" }))

  expect(dialog.getAllByRole("checkbox")).toHaveLength(1)
  expect(dialog.getByRole("checkbox", { name: /· 1 seat$/ })).toBeChecked()
})
