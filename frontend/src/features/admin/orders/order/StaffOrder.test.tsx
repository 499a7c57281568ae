import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { formatDay } from "~/lib/time/dates"
import { paths } from "~/paths"
import { anOrder, aRefund, aUserInfo, inDays } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anOrderEvent, openStaffOrder, twoDates } from "~/testing/pages/staffOrder"
import { answer, calls } from "~/testing/server"

test("staff see whose order it is, with links to the buyer and the guest lists", async () => {
  const order = anOrder()
  openStaffOrder(order)

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

test("buyers don't see the staff part, and its data isn't requested", async () => {
  const me = aUserInfo()
  openStaffOrder(anOrder({ user: me._id }), { as: me })

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
  openStaffOrder(order, { history })

  const lines = within(await screen.findByRole("list", { name: "History" })).getAllByRole("listitem")
  const texts = lines.map((line) => line.textContent)
  expect(texts).toHaveLength(3)
  expect(texts[0]).toContain("Order placed · $27.60")
  expect(texts[1]).toMatch(/Payment captured · \$27\.60.*PayPal CAP1/)
  expect(texts[2]).toContain("Refund completed · Sam Staff“Ill”Status: Paid → Partly refunded")
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
  const money = { amount: 27.6, currency: "USD", isSecondPayment: false, alert: "", canReleaseSeats: false }
  const shared = { since: inDays(-1), ...money, problem: "", buyer: order.buyer }
  const message = "PayPal is still checking this payment."
  openStaffOrder(order, {
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
  openStaffOrder({ ...order, refunds })

  const heading = await screen.findByRole("heading", { name: "Refunds" })
  const rows = within(heading.nextElementSibling as HTMLElement).getAllByRole("listitem")
  const day = (date: string) => formatDay(date, "America/Los_Angeles")
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `11/1/2026: $10.42 refunded1 seat, Friday Commander Night, ${day(first!.bookingDate)}, fee of $2.00`,
    `11/2/2026: no money refunded1 seat, Friday Commander Night, ${day(second!.bookingDate)}, gift of $12.42`,
    `11/3/2026: $12.42 to be refunded, waiting for PayPal1 seat, Friday Commander Night, ${day(second!.bookingDate)}`,
  ])
})

test("staff see the discounts and the gift of an order, and how much of the gift was refunded", async () => {
  const discounts = [{ kind: "voucher" as const, label: "Code SPRING", amount: 2.4 }]
  const refunds = [aRefund({ amount: 5, giftPrice: 5, createdAt: "2026-11-01T20:00:00Z" })]
  openStaffOrder(anOrder({ status: "partly_refunded", listPrice: 24, discounts, giftPrice: 5, refunds }))

  expect(await screen.findByText("Code SPRING")).toBeVisible()
  expect(screen.getByText("−$2.40")).toBeVisible()
  expect(screen.getByText(/^Gift to /)).toBeVisible()
  expect(screen.getByText("$5.00 of it from the gift")).toBeVisible()
})
