import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ReviewItem } from "~/api/queries/staffOrders"
import type { Order, ProductDate } from "~/api/types"
import { paths } from "~/paths"
import { anOrder, anOrderBooking, anOrderItem, aProduct, aProductDate, aUserInfo, inDays } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"

const event = aProduct({ name: "Quiz Night" })

interface Shop {
  orders?: Order[]
  reviewItems?: ReviewItem[]
  events?: ProductDate[]
  total?: number
  page?: number
  pages?: number
}

function openLog(
  { orders = [], reviewItems = [], events = [], total = orders.length, page = 1, pages = 1 }: Shop,
  address = paths.adminList("orders"),
) {
  answer("/api/orders", { orders, page, pages, total })
  answer("/api/orders/attention", reviewItems)
  answer("/api/orders/sums", { captured: 0, refunded: 0, kept: 0, otherCurrencies: 0 })
  answer("/api/products/all", events)
  answer("/api/products", { products: [event], page: 1, pages: 1, total: 1 })
  return renderAt(address, { as: aUserInfo({ isAdmin: true }) })
}

const asked = () => calls.filter(({ url }) => url.pathname === "/api/orders").at(-1)!.url.searchParams
const sent = (method: string) => calls.findLast((call) => call.method === method)!

const about = ({ _id, number, buyer }: Order) => ({ _id, number, buyer })

function aReviewItem(over: Partial<ReviewItem> = {}): ReviewItem {
  return {
    kind: "unmatched",
    _id: "CAPTURE1",
    number: "",
    since: inDays(-1),
    amount: 9,
    currency: "USD",
    message: "PayPal took 9.00 USD that belongs to no order.",
    problem: "",
    isSecondPayment: false,
    alert: "",
    canReleaseSeats: false,
    buyer: null,
    ...over,
  }
}

test("every order has its row: whose, for how many seats, for how much, and how it stands", async () => {
  onALargeScreen()
  const bookings = [anOrderBooking({ reservationSeats: { qty: 2 } }), anOrderBooking({ reservationSeats: { qty: 3 } })]
  const items = [anOrderItem({ bookings })]
  const order = anOrder({ orderItems: items, totalPrice: 69, isTest: true, createdAt: "2026-12-05T03:00:00Z" })
  openLog({ orders: [order, anOrder({ totalPrice: 0, status: "partly_refunded" })] })

  const rows = within(await screen.findByRole("table", { name: "Orders" }))
    .getAllByRole("row")
    .slice(1)
  expect(screen.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible()
  const columns = screen.getAllByRole("columnheader")
  const sortable = ["ID", "User", "Reservations", "Total", "Order Placed", "Payment Method"]
  expect(columns.map((cell) => cell.textContent)).toEqual([...sortable, "Status"])
  expect(columns.flatMap((cell) => within(cell).queryByRole("button")?.textContent ?? [])).toEqual(sortable)
  const first = within(rows[0]!)
  expect(first.getByRole("link", { name: new RegExp(`${order.number}.*${order._id}`) })).toHaveAttribute(
    "href",
    paths.order(order._id),
  )
  expect(first.getByText("Ana Diaz")).toBeVisible()
  expect(first.getByRole("link", { name: "ana@example.com" })).toHaveAttribute("href", "mailto:ana@example.com")
  expect(first.getByText("2 dates · 5 seats")).toBeVisible()
  expect(first.getByText("$69.00")).toBeVisible()
  expect(first.getByText("12/4/2026,")).toBeVisible()
  expect(first.getByText("PayPal")).toBeVisible()
  expect(first.getByText("Paid")).toBeVisible()
  expect(first.getByText("Test order")).toBeVisible()
  expect(within(rows[1]!).getByText("Free")).toBeVisible()
  expect(within(rows[1]!).getByText("None"), "nothing was paid, in no way").toBeVisible()
  expect(within(rows[1]!).getByText("Partly refunded")).toBeVisible()
})

test("it opens on all but held, expired and cancelled, the newest first", async () => {
  onALargeScreen()
  openLog({ orders: [anOrder()] })

  expect(await screen.findByRole("columnheader", { name: "Order Placed" })).toHaveAttribute("aria-sort", "descending")
  const statuses = asked().getAll("status")
  expect(statuses.toSorted()).toEqual(["capturing", "paid", "partly_refunded", "refund_due", "refunded", "review"])
})

test("status, event and days narrow the list, and stand in the address and in the spreadsheet's link", async () => {
  onALargeScreen()
  const { user, address } = openLog({ orders: [anOrder()] })
  await screen.findByRole("option", { name: "Quiz Night" })

  await user.selectOptions(screen.getByLabelText("Status"), "Cancelled")
  await user.selectOptions(screen.getByLabelText("Event"), "Quiz Night")
  await user.type(screen.getByLabelText("Placed from"), "2026-12-04")

  const query = `status=cancelled&product=${event._id}&from=2026-12-04`
  await waitFor(() => expect(address()).toBe(`/admin/orders?${query}`))
  await waitFor(() => expect(Object.fromEntries(asked())).toMatchObject(Object.fromEntries(new URLSearchParams(query))))
  const link = new URL((await screen.findByRole<HTMLAnchorElement>("link", { name: "Download as CSV" })).href)
  expect(link.pathname).toBe("/api/orders/export")
  expect(Object.fromEntries(link.searchParams)).toMatchObject(Object.fromEntries(new URLSearchParams(query)))
  expect(link.searchParams.has("pageNumber")).toBe(false)
})

test("on a phone the filters stand behind a button that counts them; what is searched for does not", async () => {
  const { user, address } = openLog({ orders: [anOrder()], page: 2, pages: 3 }, "/admin/orders/2?keyword=ana")
  const button = await screen.findByRole("button", { name: "Filters" })
  expect(screen.getByLabelText("Search by order, name or email")).toBeVisible()
  expect(screen.queryByLabelText("Status")).not.toBeInTheDocument()

  await user.click(button)
  const dialog = within(await screen.findByRole("dialog", { name: "Filters" }))
  await user.selectOptions(dialog.getByLabelText("Status"), "Cancelled")
  await user.type(dialog.getByLabelText("Placed from"), "2026-12-04")
  expect(address()).toBe("/admin/orders/2?keyword=ana")
  await user.click(dialog.getByRole("button", { name: "Show orders" }))

  await waitFor(() => expect(address()).toBe("/admin/orders?keyword=ana&status=cancelled&from=2026-12-04"))
  await waitFor(() => expect(screen.getByRole("button", { name: "Filters (2)" })).toHaveFocus())
})

test("the log comes in pages, which keep what was chosen", async () => {
  openLog({ orders: [anOrder()], page: 2, pages: 3 }, "/admin/orders/2?status=paid")

  expect(await screen.findByRole("link", { name: "Next" })).toHaveAttribute("href", "/admin/orders/3?status=paid")
  expect(screen.getByRole("link", { name: "Prev" })).toHaveAttribute("href", "/admin/orders/1?status=paid")
  expect(asked().get("pageNumber")).toBe("2")
})

test("every order can be asked for, too", async () => {
  openLog({ orders: [anOrder({ status: "expired" })] }, "/admin/orders?status=all")

  expect(await screen.findByRole("heading", { level: 2, name: "Ana Diaz" })).toBeVisible()
  expect(asked().has("status")).toBe(false)
})

test("what is no status and no day in the address is passed over", async () => {
  openLog({ orders: [anOrder()] }, "/admin/orders?status=stolen&from=yesterday&sortField=buyer")

  await screen.findByRole("heading", { level: 2, name: "Ana Diaz" })
  expect(asked().has("from")).toBe(false)
  expect(asked().get("sortField")).toBe("createdAt")
  expect(asked().getAll("status")).toContain("paid")
})

test("without any order the log says when they come", async () => {
  openLog({})

  expect(await screen.findByText("No orders yet. They appear here as soon as someone pays.")).toBeVisible()
})

test("a search that finds nothing can be cleared", async () => {
  const { user, address } = openLog({}, "/admin/orders?keyword=nobody")

  await user.click(await screen.findByRole("button", { name: "Clear filters" }))

  await waitFor(() => expect(address()).toBe("/admin/orders"))
})

test("upcoming events link to their guest lists; past events are not listed", async () => {
  const tonight = aProductDate({ name: "Friday Draft", countInStock: 6, maximumEventCapacity: 24 })
  const over = aProductDate({ name: "Over Already", startTime: new Date(Date.now() - 8 * 3_600_000).toISOString() })
  openLog({ events: [{ ...over, endTime: new Date(Date.now() - 3_600_000).toISOString() }, tonight] })

  const link = await screen.findByRole("link", { name: "Friday Draft: guest list" })
  expect(link).toHaveAttribute("href", paths.adminGuests(tonight._id, tonight.startTime))
  expect(screen.getByText("18/24 seats taken")).toBeVisible()
  expect(screen.queryByText("Over Already")).not.toBeInTheDocument()
})

test("a payment of nobody stands on top and is refunded with a reason", async () => {
  const { user } = openLog({ reviewItems: [aReviewItem()] })
  answer("POST /api/payments/unmatched/CAPTURE1/refund", { _id: "CAPTURE1", amount: 9, currency: "USD", refundAskedAt: inDays(0), refundedAt: inDays(0) }) // prettier-ignore
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

  expect(await screen.findByText("$9.00 was refunded.")).toBeVisible()
  expect(sent("POST").body).toEqual({ reason: "Nobody's" })
  await waitFor(() => expect(screen.queryByRole("region", { name: /needs attention/ })).not.toBeInTheDocument())
})

test("staff mark an alert about a payment as done, or release the seats of money that was taken back", async () => {
  const taken = aReviewItem({
    kind: "alert",
    alert: "a1",
    _id: "o1",
    number: "C-7K3M9",
    message: "PayPal took it back.",
    canReleaseSeats: true,
  })
  const foreign = { ...taken, alert: "a2", _id: "", number: "", amount: 46, canReleaseSeats: false }
  const { user } = openLog({ reviewItems: [taken, foreign] })
  answer("POST /api/payments/alerts/a1/resolve", { _id: "a1", kind: "reversal", resolvedAt: inDays(0) })
  answer("POST /api/payments/alerts/a2/resolve", { _id: "a2", kind: "foreign_payee", resolvedAt: inDays(0) })
  const panel = await screen.findByRole("region", { name: "2 problems need attention" })

  await user.click(within(panel).getByRole("button", { name: "Release seats: $9.00, order C-7K3M9" }))
  expect(await screen.findByText("The seats are back on sale.")).toBeVisible()
  expect(sent("POST").body).toEqual({ releaseSeats: true })

  expect(within(panel).queryByRole("button", { name: "Release seats: $46.00" })).not.toBeInTheDocument()
  await user.click(within(panel).getByRole("button", { name: "Mark as done: $46.00" }))
  expect(await screen.findByText("Marked as done.")).toBeVisible()
  expect(sent("POST").body).toEqual({ releaseSeats: false })
})

test("what the shop keeps failing at is shown with the last error, and leads to its order where it has one", async () => {
  const order = anOrder()
  const stuck = aReviewItem({ kind: "stuck", message: "The shop could not finish this.", problem: "it broke" })
  const another = { ...stuck, _id: "WH-1", amount: null, currency: "" }
  openLog({ reviewItems: [{ ...stuck, ...about(order) }, another] })

  const panel = within(await screen.findByRole("region", { name: "2 problems need attention" }))
  const [ofOrder, ofWebhook] = panel.getAllByRole("listitem")
  expect(within(ofOrder!).getByRole("link", { name: `Open order ${order.number}` })).toBeVisible()
  expect(ofOrder).toHaveTextContent("Keeps failing$9.00")
  expect(ofWebhook).toHaveTextContent("Last error: it broke")
  expect(ofWebhook).not.toHaveTextContent("$")
  expect(within(ofWebhook!).queryByRole("link")).not.toBeInTheDocument()
})

test("a payment in review is decided there; what the server says against it stays in the question", async () => {
  const order = anOrder({ status: "review" })
  const { user } = openLog({ reviewItems: [aReviewItem({ kind: "review", ...about(order) })] })
  const sentence = "PayPal has not taken the money yet. Wait for its decision."
  answer(`POST /api/orders/${order._id}/decide`, { message: sentence, code: "not_captured" }, 409)

  await user.click(await screen.findByRole("button", { name: `Review order ${order.number}` }))
  const dialog = await screen.findByRole("dialog", { name: "Review this payment" })
  await user.click(within(dialog).getByLabelText(/^Accept/))
  expect(within(dialog).getByLabelText("Reason")).toHaveAccessibleDescription(/Internal note, never emailed. A buyer/)
  await user.type(within(dialog).getByLabelText("Reason"), "Seen at PayPal")
  await user.click(within(dialog).getByRole("button", { name: "Save decision" }))
  expect(await within(dialog).findByText(sentence)).toBeVisible()
  expect(sent("POST").body).toEqual({ accept: true, reason: "Seen at PayPal" })
  answer(`POST /api/orders/${order._id}/decide`, { ...order, status: "refund_due" })
  await user.click(within(dialog).getByLabelText(/^Refuse/))
  await user.click(within(dialog).getByRole("button", { name: "Save decision" }))

  expect(await screen.findByText("The payment is refused.")).toBeVisible()
  expect(sent("POST").body).toEqual({ accept: false, reason: "Seen at PayPal" })
})

test("a second payment that did not go back is asked for again, another refund on its page or marked as done", async () => {
  const order = anOrder()
  const failed = aReviewItem({ kind: "refund_failed", ...about(order) })
  const marked = { ...failed, since: inDays(-2), alert: "a1" }
  openLog({ reviewItems: [{ ...failed, isSecondPayment: true }, marked] })

  const panel = within(await screen.findByRole("region", { name: "2 problems need attention" }))
  expect(panel.getByRole("button", { name: `Refund order ${order.number} again` })).toBeVisible()
  expect(panel.getByRole("link", { name: `Open order ${order.number}` })).toBeVisible()
  expect(panel.getByRole("button", { name: `Mark as done: $9.00, order ${order.number}` })).toBeVisible()
})

test("a refund due that PayPal refused is asked for again, and one on its way is only looked at", async () => {
  const refused = anOrder({ status: "refund_due" })
  const going = anOrder({ status: "refund_due" })
  const due = (order: Order, problem: string) => aReviewItem({ kind: "refund_due", ...about(order), problem })
  const { user } = openLog({ reviewItems: [due(refused, "PayPal: FAILED"), due(going, "")] })
  answer(`POST /api/orders/${refused._id}/refund-again`, refused)

  await user.click(await screen.findByRole("button", { name: `Refund order ${refused.number} again` }))
  await user.type(await screen.findByLabelText("Reason"), "Tried again")
  await user.click(screen.getByRole("button", { name: "Refund $9.00 again" }))

  await waitFor(() => expect(sent("POST").body).toEqual({ reason: "Tried again" }))
  expect(screen.getByText("PayPal says: PayPal: FAILED")).toBeVisible()
  expect(await screen.findByRole("link", { name: `Open order ${going.number}` })).toHaveAttribute(
    "href",
    paths.order(going._id),
  )
})
