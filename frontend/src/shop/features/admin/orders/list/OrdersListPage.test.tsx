import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { AttentionItem, Order, OrderBooking, OrderRevenue } from "~/common/api/types"
import { paths } from "~/shop/paths"
import {
  anAttentionItem,
  anOrder,
  anOrderBooking,
  anOrderItem,
  aProduct,
  aRefund,
  aUserInfo,
  inDays,
} from "~/testing/factories"
import { answer, findRows, onALargeScreen, renderAt, requests } from "~/testing/browser"

const event = aProduct({ name: "Quiz Night" })

interface Shop {
  orders?: Order[]
  reviewItems?: AttentionItem[]
  sums?: OrderRevenue
  total?: number
  page?: number
  pages?: number
}

const noSums: OrderRevenue = { amount: 0, refunded: 0, fee: 0, tax: 0, owed: 0, net: 0, otherCurrencies: 0 }

function openLog(
  { orders = [], reviewItems = [], sums = noSums, total = orders.length, page = 1, pages = 1 }: Shop,
  address = paths.adminList("orders"),
) {
  answer("/api/orders", { orders, page, pages, total, sums })
  answer("/api/orders/attention", reviewItems)
  answer("/api/products", { products: [event], page: 1, pages: 1, total: 1 })
  return renderAt(address, { as: aUserInfo({ isAdmin: true }) })
}

const lastQuery = () => requests("/api/orders").at(-1)!.url.searchParams
const lastRequest = (method: string) => requests(method).at(-1)!

const orderFields = ({ _id, number, buyer }: Order) => ({ _id, number, buyer })

test("each order has a row with buyer, seats, total, payment method and status", async () => {
  const bookings = [anOrderBooking({ reservationSeats: { qty: 2 } }), anOrderBooking({ reservationSeats: { qty: 3 } })]
  const items = [anOrderItem({ bookings })]
  const order = anOrder({ orderItems: items, totalPrice: 69, isTest: true, createdAt: "2026-12-05T03:00:00Z" })
  openLog({ orders: [order, anOrder({ totalPrice: 0, status: "partly_refunded" })] })

  const rows = await findRows("Orders")
  expect(screen.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible()
  const columns = screen.getAllByRole("columnheader")
  const sortable = ["User", "Reservations", "Total", "Order Placed", "Payment Method"]
  expect(columns.map((cell) => cell.textContent)).toEqual(["Number", ...sortable, "Status", "ID"])
  expect(columns.flatMap((cell) => within(cell).queryByRole("button")?.textContent ?? [])).toEqual([...sortable, "ID"])
  const first = within(rows[0]!)
  expect(first.getByRole("link", { name: new RegExp(`^Order ?${order.number}$`) })).toHaveAttribute(
    "href",
    paths.order(order._id),
  )
  expect(first.getByText("Ana Diaz")).toBeVisible()
  expect(first.getByRole("link", { name: "ana@example.com" })).toHaveAttribute("href", "mailto:ana@example.com")
  expect(first.getByText(/^2 dates · 5 seats, from /)).toBeVisible()
  expect(first.getByText("$69.00")).toBeVisible()
  expect(first.getByText("12/4/2026,")).toBeVisible()
  expect(first.getByText("PayPal")).toBeVisible()
  expect(first.getByText("Paid")).toBeVisible()
  expect(first.getByText("Test order")).toBeVisible()
  expect(within(rows[1]!).getByText("Free")).toBeVisible()
  expect(within(rows[1]!).getByText("None"), "a free order has no payment method").toBeVisible()
  expect(within(rows[1]!).getByText("Partly refunded")).toBeVisible()
})

test("a gift without seats is named after the charity, and gifts are among the events to filter by", async () => {
  onALargeScreen()
  const gift = anOrder({ orderItems: [], giftPrice: 25, totalPrice: 25, charity: "Food Bank" })
  const { user } = openLog({ orders: [gift] })

  expect(await screen.findByText("Gift to Food Bank")).toBeVisible()
  await user.selectOptions(screen.getByLabelText("Event"), "Gifts")

  await waitFor(() => expect(lastQuery().get("gift")).toBe("true"))
  expect(lastQuery().has("product")).toBe(false)
})

test("the list leaves out held, expired and canceled orders by default and starts with the newest", async () => {
  openLog({ orders: [anOrder()] })

  expect(await screen.findByRole("columnheader", { name: "Order Placed" })).toHaveAttribute("aria-sort", "descending")
  const statuses = lastQuery().getAll("status")
  expect(statuses.toSorted()).toEqual(["capturing", "paid", "partly_refunded", "refund_due", "refunded", "review"])
})

test("filters by status, event and days apply to the list, the URL and the link of the CSV file", async () => {
  onALargeScreen()
  const { user, address } = openLog({ orders: [anOrder()] })
  await screen.findByRole("option", { name: "Quiz Night" })

  await user.selectOptions(screen.getByLabelText("Status"), "Canceled")
  await user.selectOptions(screen.getByLabelText("Event"), "Quiz Night")
  await user.type(screen.getByLabelText("Placed from"), "2026-12-04")

  const query = `status=cancelled&product=${event._id}&from=2026-12-04`
  await waitFor(() => expect(address()).toBe(`/admin/orders?${query}`))
  await waitFor(() =>
    expect(Object.fromEntries(lastQuery())).toMatchObject(Object.fromEntries(new URLSearchParams(query))),
  )
  const link = new URL((await screen.findByRole<HTMLAnchorElement>("link", { name: "Download as CSV" })).href)
  expect(link.pathname).toBe("/api/orders/export")
  expect(Object.fromEntries(link.searchParams)).toMatchObject(Object.fromEntries(new URLSearchParams(query)))
  expect(link.searchParams.has("pageNumber")).toBe(false)
})

test("phones have the filters in a dialog, whose button counts them, and the search outside it", async () => {
  const { user, address } = openLog({ orders: [anOrder()], page: 2, pages: 3 }, "/admin/orders/2?keyword=ana")
  const button = await screen.findByRole("button", { name: "Filters" })
  expect(screen.getByLabelText("Search by order, name or email")).toBeVisible()
  expect(screen.queryByLabelText("Status")).not.toBeInTheDocument()

  await user.click(button)
  const dialog = within(await screen.findByRole("dialog", { name: "Filters" }))
  await user.selectOptions(dialog.getByLabelText("Status"), "Canceled")
  await user.type(dialog.getByLabelText("Placed from"), "2026-12-04")
  expect(address()).toBe("/admin/orders/2?keyword=ana")
  await user.click(dialog.getByRole("button", { name: "Show orders" }))

  await waitFor(() => expect(address()).toBe("/admin/orders?keyword=ana&status=cancelled&from=2026-12-04"))
  await waitFor(() => expect(screen.getByRole("button", { name: "Filters (2)" })).toHaveFocus())
})

test.each([
  ["$9.00 was refunded.", { left: 0 }],
  ["PayPal refunded $7.00 instead of $9.00.", { left: 2 }],
  ["PayPal hasn't confirmed the refund yet. We'll check again automatically.", { left: 9, isBeingRefunded: true }],
])("a payment without an order is refunded with a reason: %s", async (text, state) => {
  const { user } = openLog({ reviewItems: [anAttentionItem()] })
  answer("POST /api/payments/unmatched/CAPTURE1/refund", { _id: "CAPTURE1", isBeingRefunded: false, ...state })
  const panel = await screen.findByRole("region", { name: "1 problem needs attention" })
  expect(panel).toHaveTextContent("PayPal took 9.00 USD that belongs to no order.")
  answer("/api/orders/attention", [])

  await user.click(within(panel).getByRole("button", { name: "Refund $9.00" }))
  const dialog = await screen.findByRole("dialog", { name: "Refund $9.00?" })
  await user.click(within(dialog).getByRole("button", { name: "Refund $9.00" }))
  expect(await within(dialog).findByText("Enter a reason.")).toBeVisible()
  expect(within(dialog).getByLabelText("Reason")).toHaveAccessibleDescription(/^Internal note, never emailed. /)
  await user.type(within(dialog).getByLabelText("Reason"), "Nobody's")
  await user.click(within(dialog).getByRole("button", { name: "Refund $9.00" }))

  expect(await screen.findByText(text)).toBeVisible()
  expect(lastRequest("POST").body).toEqual({ reason: "Nobody's" })
  await waitFor(() => expect(screen.queryByRole("region", { name: /needs attention/ })).not.toBeInTheDocument())
})

test("staff can mark a payment alert as done, or release the seats of a reversed payment", async () => {
  const reversed = anAttentionItem({
    kind: "alert",
    alert: "a1",
    _id: "o1",
    number: "C-7K3M9",
    message: "PayPal took it back.",
    canReleaseSeats: true,
  })
  const foreign = { ...reversed, alert: "a2", _id: "", number: "", amount: 46, canReleaseSeats: false }
  const { user } = openLog({ reviewItems: [reversed, foreign] })
  answer("POST /api/payments/alerts/a1/resolve", { _id: "a1", kind: "reversal", resolvedAt: inDays(0) })
  answer("POST /api/payments/alerts/a2/resolve", { _id: "a2", kind: "foreign_payee", resolvedAt: inDays(0) })
  const panel = await screen.findByRole("region", { name: "2 problems need attention" })

  await user.click(within(panel).getByRole("button", { name: "Release seats: $9.00, order C-7K3M9" }))
  expect(await screen.findByText("The seats are back on sale.")).toBeVisible()
  expect(lastRequest("POST").body).toEqual({ releaseSeats: true })

  expect(within(panel).queryByRole("button", { name: "Release seats: $46.00" })).not.toBeInTheDocument()
  await user.click(within(panel).getByRole("button", { name: "Mark as done: $46.00" }))
  expect(await screen.findByText("Marked as done.")).toBeVisible()
  expect(lastRequest("POST").body).toEqual({ releaseSeats: false })
})

test("a task that keeps failing is listed with its last error and a link to its order, if any", async () => {
  const order = anOrder()
  const stuck = anAttentionItem({ kind: "stuck", message: "The shop could not finish this.", problem: "it broke" })
  const another = { ...stuck, _id: "WH-1", amount: null, currency: "" }
  openLog({ reviewItems: [{ ...stuck, ...orderFields(order) }, another] })

  const panel = within(await screen.findByRole("region", { name: "2 problems need attention" }))
  const [ofOrder, ofWebhook] = panel.getAllByRole("listitem")
  expect(within(ofOrder!).getByRole("link", { name: `Open order ${order.number}` })).toBeVisible()
  expect(ofOrder).toHaveTextContent("Keeps failing$9.00")
  expect(ofWebhook).toHaveTextContent("Last error: it broke")
  expect(ofWebhook).not.toHaveTextContent("$")
  expect(within(ofWebhook!).queryByRole("link")).not.toBeInTheDocument()
})

test("a payment in review is decided in a dialog, which stays open and shows the server's error", async () => {
  const order = anOrder({ status: "review" })
  const { user } = openLog({ reviewItems: [anAttentionItem({ kind: "review", ...orderFields(order) })] })
  const message = "PayPal has not taken the money yet. Wait for its decision."
  answer(`POST /api/orders/${order._id}/decide`, { message, code: "not_captured" }, 409)

  await user.click(await screen.findByRole("button", { name: `Review order ${order.number}` }))
  const dialog = await screen.findByRole("dialog", { name: "Review this payment" })
  await user.click(within(dialog).getByLabelText(/^Accept/))
  expect(within(dialog).getByLabelText("Reason")).toHaveAccessibleDescription(/Internal note, never emailed. A buyer/)
  await user.type(within(dialog).getByLabelText("Reason"), "Seen at PayPal")
  await user.click(within(dialog).getByRole("button", { name: "Save decision" }))
  expect(await within(dialog).findByText(message)).toBeVisible()
  expect(lastRequest("POST").body).toEqual({ accept: true, reason: "Seen at PayPal" })
  answer(`POST /api/orders/${order._id}/decide`, { ...order, status: "refund_due" })
  await user.click(within(dialog).getByLabelText(/^Refuse/))
  await user.click(within(dialog).getByRole("button", { name: "Save decision" }))

  expect(await screen.findByText("The payment is refused.")).toBeVisible()
  expect(lastRequest("POST").body).toEqual({ accept: false, reason: "Seen at PayPal" })
})

test("a failed refund of a second payment can be retried; others link to their order or are marked as done", async () => {
  const order = anOrder()
  const failed = anAttentionItem({ kind: "refund_failed", ...orderFields(order) })
  const marked = { ...failed, since: inDays(-2), alert: "a1" }
  openLog({ reviewItems: [{ ...failed, isSecondPayment: true }, marked] })

  const panel = within(await screen.findByRole("region", { name: "2 problems need attention" }))
  expect(panel.getByRole("button", { name: `Refund order ${order.number} again` })).toBeVisible()
  expect(panel.getByRole("link", { name: `Open order ${order.number}` })).toBeVisible()
  expect(panel.getByRole("button", { name: `Mark as done: $9.00, order ${order.number}` })).toBeVisible()
})

test("a due refund that PayPal refused can be retried; a pending one only links to its order", async () => {
  const refused = anOrder({ status: "refund_due" })
  const pending = anOrder({ status: "refund_due" })
  const due = (order: Order, problem: string) => anAttentionItem({ kind: "refund_due", ...orderFields(order), problem })
  const { user } = openLog({ reviewItems: [due(refused, "PayPal: FAILED"), due(pending, "")] })
  answer(`POST /api/orders/${refused._id}/refund-again`, refused)

  await user.click(await screen.findByRole("button", { name: `Refund order ${refused.number} again` }))
  await user.type(await screen.findByLabelText("Reason"), "Tried again")
  await user.click(screen.getByRole("button", { name: "Refund $9.00 again" }))

  await waitFor(() => expect(lastRequest("POST").body).toEqual({ reason: "Tried again" }))
  expect(screen.getByText("PayPal says: PayPal: FAILED")).toBeVisible()
  expect(await screen.findByRole("link", { name: `Open order ${pending.number}` })).toHaveAttribute(
    "href",
    paths.order(pending._id),
  )
})

test("an order whose payment is too old for PayPal is listed for a refund by hand", async () => {
  const order = anOrder()
  const message = "Return the money another way."
  const item = { kind: "refund_by_hand", amount: 27.6, message, alert: "a1", ...orderFields(order) } as const
  const { user } = openLog({ reviewItems: [anAttentionItem(item)] })
  answer("POST /api/payments/alerts/a1/resolve", { _id: "a1", kind: "refund_by_hand", resolvedAt: inDays(0) })

  const panel = within(await screen.findByRole("region", { name: "1 problem needs attention" }))
  expect(panel.getByText("Refund by hand").nextElementSibling).toHaveTextContent("$27.60")
  expect(panel.getByText(message)).toBeVisible()
  expect(panel.getByRole("link", { name: `Open order ${order.number}` })).toHaveAttribute(
    "href",
    paths.order(order._id),
  )
  await user.click(panel.getByRole("button", { name: `Mark as done: $27.60, order ${order.number}` }))

  expect(await screen.findByText("Marked as done.")).toBeVisible()
})

test("below the list are the sums of all orders that match, and what is owed only if there is any", async () => {
  const sums = { amount: 31.05, refunded: 6.9, fee: 1.71, tax: 3.15, owed: 0, net: 19.29, otherCurrencies: 1 }
  onALargeScreen()
  const { user } = openLog({ orders: [anOrder()], total: 25, sums })

  const found = await screen.findByRole("region", { name: "Sum of 25 orders" })
  const listed = () => [...found.querySelectorAll("dl > div")].map((each) => each.textContent)
  const shown = ["Amount$31.05", "Refunded$6.90", "PayPal's fee$1.71", "Sales tax$3.15", "Net$19.29"]
  expect(listed()).toEqual(shown)
  expect(found).toHaveTextContent("count nothing, nor 1 order in another currency.")

  answer("/api/orders", { orders: [anOrder()], page: 1, pages: 1, total: 1, sums: { ...sums, owed: 5 } })
  await user.selectOptions(screen.getByLabelText("Status"), "Paid")
  await screen.findByRole("region", { name: "Sum of 1 order" })
  expect(listed()).toHaveLength(6)
})

test("a row says which date is booked, and until when the buyer of a canceled one may choose", async () => {
  const booking = { bookingDate: "2026-12-16T02:30:00Z", reservationSeats: { qty: 3 } }
  const dateChange = { kind: "cancel", startTime: booking.bookingDate, reason: "Ill", until: "2026-12-02T19:00:00Z" }
  const ofBookings = (...bookings: Partial<OrderBooking>[]) =>
    anOrder({ orderItems: [anOrderItem({ name: "Pauper", bookings: bookings.map(anOrderBooking) })] })
  openLog({
    orders: [
      ofBookings(booking),
      ofBookings({ ...booking, isOff: true, dateChange } as Partial<OrderBooking>),
      ofBookings({ ...booking, bookingDate: "2027-01-09T03:00:00Z" }, booking),
    ],
  })

  const cells = (await findRows("Orders")).map((row) => within(row).getByText("Pauper").closest("td")!.textContent)
  expect(cells).toEqual([
    "Tue, Dec 15 · 3 seats · Pauper",
    "Tue, Dec 15 · 3 seats · date canceled, choice open until Dec 2 · Pauper",
    "2 dates · 6 seats, from Tue, Dec 15 · Pauper",
  ])
})

const refund = aRefund({ amount: 6.9, createdAt: "2026-12-04T20:00:00Z" })
const partlyRefunded = anOrder({ status: "partly_refunded", totalPrice: 27.6, refundedPrice: 6.9, refunds: [refund] })

test("after a refund, the row shows what is left of the total", async () => {
  const inEuro = anOrder({ refundedPrice: 9, refunds: [{ ...refund, amount: 9, currency: "EUR" }] })
  openLog({ orders: [partlyRefunded, inEuro, anOrder()] })

  const [first, second, third] = await findRows("Orders")
  expect(first).toHaveTextContent("$27.60 , refunded: $6.90, net: $20.70")
  expect(second).toHaveTextContent("$27.60 , refunded: 9.00 EUR, net: − 9.00 EUR")
  expect(third).not.toHaveTextContent("refunded")
})
