import { act, screen, waitFor, within } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { cart } from "~/state/cart"
import { checkout } from "~/state/checkout"
import { session } from "~/state/session"
import { anOrder, anOrderBooking, anOrderItem, aUserInfo, inDays } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"

const friday = "2099-12-05T03:00:00Z" // Friday, December 4, 7 PM at the venue
const nextFriday = "2099-12-12T03:00:00Z"
const night = (bookingDate: string, over = {}) =>
  anOrderBooking({ bookingDate, endTime: bookingDate.replace("T03", "T06"), ...over })
const THANKS = "Thank you for your purchase!"

function show(order: Order) {
  answer(`/api/orders/${order._id}`, { ...order })
  return renderAt(paths.order(order._id), { as: aUserInfo() })
}

afterEach(() => vi.useRealTimers())

test("a paid order is thanked for, with a ticket for every booking and the sums", async () => {
  const item = anOrderItem({ name: "Draft Night", bookings: [night(nextFriday), night(friday)] })
  const placed = { createdAt: "2099-11-20T20:05:00Z", paidAt: "2099-11-20T20:09:00Z" }
  const order = anOrder({ orderItems: [item], taxPrice: 7.2, totalPrice: 55.2, ...placed })
  show(order)

  expect(await screen.findByRole("heading", { level: 1, name: THANKS })).toBeVisible()
  const tickets = screen.getAllByRole("article").map((ticket) => ticket.textContent)
  expect(tickets[0]).toContain("Fri, Dec 4 · 7:00–10:00 PM PST")
  expect(tickets[1]).toContain("Fri, Dec 11")
  expect(tickets[0]).toContain("Seats2Subtotal$24.00")
  expect(tickets[0]).toContain("Foam & Felt, 5 Main Street")
  const sum = (label: string) => screen.getByText(label).nextElementSibling
  expect(sum("Placed At")).toHaveTextContent("11/20/2099, 12:05 PM PST")
  expect(sum("Paid")).toHaveTextContent("11/20/2099, 12:09 PM PST")
  expect(sum("Taxes & Other Fees")).toHaveTextContent("$7.20")
  expect(sum("Total")).toHaveTextContent("$55.20")
  expect(screen.getByText(/Bring this page/)).toHaveTextContent(`Order ${order.number}, placed 11/20/2099.`)
})

test("the moment of payment is shown only where it is another minute than the order's", async () => {
  show(anOrder({ createdAt: "2099-11-20T20:05:00Z", paidAt: "2099-11-20T20:05:40Z" }))

  expect(await screen.findByText("Placed At")).toBeVisible()
  expect(screen.queryByText("Paid")).not.toBeInTheDocument()
})

test("an order tells who it is for, and on paper where they live", async () => {
  const order = anOrder()
  const shippingAddress = {
    ...order.shippingAddress,
    fName: "Bo",
    lName: "Ray",
    address: "5 Main St",
    city: "Portland",
  }
  show({ ...order, shippingAddress })

  expect((await screen.findByText("For")).nextElementSibling).toHaveTextContent(/^Bo Ray$/)
  expect(screen.getByText(/^Bo Ray, 5 Main St, Portland/)).toBeInTheDocument()
  expect(screen.getByText(`Order ${order.number}`, { selector: "p" })).toBeInTheDocument()
})

test("while it loads the page says Please wait...", async () => {
  const order = anOrder()
  answer(`/api/orders/${order._id}`, { ...order }, 200, { delayMs: 300 })
  renderAt(paths.order(order._id), { as: aUserInfo() })

  expect(await screen.findByRole("heading", { name: "Please wait..." })).toBeVisible()
  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
})

test("a ticket's date goes into a calendar file, named after the event", async () => {
  const saved = vi.fn<(text: Blob) => string>(() => "blob:x")
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }))
  let fileName = ""
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    fileName = this.download
  })
  const { user } = show(anOrder({ orderItems: [anOrderItem({ name: "Draft Night", bookings: [night(friday)] })] }))

  await user.click(await screen.findByRole("button", { name: /^Add to calendar/ }))

  expect(
    await screen.findByText(/^Download initiated for Draft Night\.ics, Fri, Dec 4\. Open the file to add the event.$/),
  ).toBeVisible()
  expect(fileName).toBe("Draft Night.ics")
  const text = await saved.mock.calls[0]![0].text()
  expect(text).toContain("DTSTART:20991205T030000Z")
  expect(text).toContain("DURATION:PT60M")
  expect(text).toContain("X-MICROSOFT-CDO-BUSYSTATUS:BUSY")
})

test("a ticket's date goes to Google and Outlook too, with its place and the order's address", async () => {
  const item = anOrderItem({ name: "Draft Night", eventLocation: "Foam & Felt", bookings: [night(friday)] })
  const order = anOrder({ orderItems: [item] })
  show(order)

  const google = await screen.findByRole("link", { name: /^Google calendar, Draft Night, .*opens in a new tab/ })
  const fields = new URL(google.getAttribute("href")!).searchParams
  expect(fields.get("dates")).toMatch(/^20991205T030000Z\/2099120\dT\d{6}Z$/)
  expect(fields.get("location")).toBe("Foam & Felt")
  expect(fields.get("details")).toBe(window.location.origin + paths.order(order._id))
  expect(screen.getByRole("link", { name: /^Outlook calendar, Draft Night, / })).toHaveAttribute("target", "_blank")
})

test("the map opens in a new tab and says so; without a place there is none, and a warning is logged", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {})
  const here = anOrderItem({ bookings: [night(friday)] })
  const nowhere = anOrderItem({ eventLocation: "Default", bookings: [night(nextFriday)] })
  show(anOrder({ orderItems: [here, nowhere] }))

  const maps = await screen.findAllByRole("link", { name: /^Open map.*opens in a new tab/ })
  expect(maps).toHaveLength(1)
  expect(maps[0]).toHaveAttribute("target", "_blank")
  expect(maps[0]).toHaveAttribute("href", expect.stringContaining("Foam%20%26%20Felt"))
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("No location"))
  expect(screen.queryByText("Default")).not.toBeInTheDocument()
})

test("Print prints", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {})
  const { user } = show(anOrder())

  await user.click(await screen.findByRole("button", { name: "Print" }))

  expect(print).toHaveBeenCalledOnce()
})

test("the seats of an order that ran out go back into the cart, those that are there still not twice", async () => {
  const item = anOrderItem({ bookings: [night(friday), night(nextFriday), night("2020-01-04T03:00:00Z")] })
  cart.add(item, { bookingDate: friday, reservationSeats: { qty: 1 } })
  answer(`/api/products/${item._id}`, { message: "x" }, 404)
  const { user, address } = show(anOrder({ status: "expired", paidAt: null, orderItems: [item] }))
  expect(await screen.findByText("Your hold expired before you paid. Nothing was charged.")).toBeVisible()

  await user.click(await screen.findByRole("button", { name: "Put the seats back in my cart" }))

  await waitFor(() => expect(address()).toBe(paths.cart()))
  expect(cart.get().cartItems[0]!.bookings).toEqual([
    { bookingDate: friday, reservationSeats: { qty: 2 } },
    { bookingDate: nextFriday, reservationSeats: { qty: 2 } },
  ])
})

test.each(["capturing", "review"] as const)("an order in %s asks again by itself until it is paid", async (status) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const ana = aUserInfo()
  const order = anOrder({ status, paidAt: null, orderItems: [anOrderItem({ bookings: [night(friday)] })] })
  session.setUser(ana)
  cart.add(order.orderItems[0]!, { bookingDate: friday, reservationSeats: { qty: 2 } })
  checkout.keyFor("the cart")
  checkout.keepOrder(order)
  answer(`/api/orders/${order._id}`, { ...order })
  renderAt(paths.order(order._id), { as: ana })
  expect(await screen.findByText(/PayPal is still checking your payment/)).toBeVisible()

  answer(`/api/orders/${order._id}`, { ...order, status: "paid" })
  await act(() => vi.advanceTimersByTimeAsync(3_000))

  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
  expect(await screen.findByText("Payment successful.")).toBeVisible()
  expect(cart.get().cartItems).toEqual([])
  const asked = calls.length
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls).toHaveLength(asked)
})

test("seats that were gone when the money came: the full amount comes back", async () => {
  show(
    anOrder({
      status: "refund_due",
      refundDue: { because: "seats_gone", step: "asked", amount: 27.6, currency: "USD" },
      orderItems: [anOrderItem({ bookings: [night(inDays(7), { status: "cancelled" })] })],
    }),
  )

  expect(await screen.findByRole("heading", { name: "We're sorry, the seats were no longer available" })).toBeVisible()
  expect(screen.getByText("The seats were no longer available when your payment arrived.")).toBeVisible()
  expect(screen.getByText(/^We'll refund \$27\.60 in full to your original payment method\./)).toBeVisible()
  expect(screen.queryByText(THANKS)).not.toBeInTheDocument()
})

test.each([
  ["asked", 20, "USD", "We'll refund $20.00 in full to your original payment method. No action needed."],
  ["asked", 27.6, "EUR", "We'll refund 27.60 EUR in full to your original payment method. No action needed."],
  ["refused", 20, "USD", "PayPal hasn't refunded $20.00 yet. We're on it."],
  ["not_taken", 27.6, "USD", "PayPal is still checking it. If it's charged, we'll refund it in full automatically."],
] as const)("a payment that staff refused is never called gone seats (%s)", async (step, amount, currency, words) => {
  show(anOrder({ status: "refund_due", refundDue: { because: "refused", step, amount, currency } }))

  expect(await screen.findByRole("heading", { name: "We could not accept your payment" })).toBeVisible()
  expect(screen.getByText("We've released these seats.")).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryByText(/seats were gone/)).not.toBeInTheDocument()
})

test("a partly refunded order is thanked for; the line that was given back says how much and when", async () => {
  const back = night(friday, { status: "refunded" })
  const refunds: Order["refunds"] = [
    { amount: 13.8, currency: "USD", status: "completed", createdAt: "2099-11-22T20:00:00Z", bookings: [back._id] },
  ]
  const orderItems = [anOrderItem({ bookings: [back, night(nextFriday)] })]
  show(anOrder({ status: "partly_refunded", totalPrice: 27.6, refundedPrice: 13.8, refunds, orderItems }))

  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
  const [first, second] = screen.getAllByRole("article")
  expect(first).toHaveTextContent("Refunded $13.80 on 11/22/2099")
  expect(within(first!).queryByRole("button")).not.toBeInTheDocument()
  expect(within(second!).getByRole("button", { name: /^Add to calendar/ })).toBeVisible()
  expect(screen.getByText("Refunded on 11/22/2099").nextElementSibling).toHaveTextContent("−$13.80")
})

test("a wholly refunded order is not thanked for", async () => {
  const refunds: Order["refunds"] = [
    { amount: 27.6, currency: "USD", status: "completed", createdAt: "2099-11-22T20:00:00Z", bookings: [] },
  ]
  show(anOrder({ status: "refunded", refundedPrice: 27.6, refunds }))

  expect(await screen.findByText("We refunded $27.60 on 11/22/2099.")).toBeVisible()
  expect(screen.queryByText(THANKS)).not.toBeInTheDocument()
})

test("what PayPal took in another currency is told back in that one", async () => {
  const back = night(friday, { status: "refunded" })
  const refunds: Order["refunds"] = [
    { amount: 27.6, currency: "EUR", status: "completed", createdAt: "2099-11-22T20:00:00Z", bookings: [back._id] },
  ]
  const orderItems = [anOrderItem({ bookings: [back] })]
  show(anOrder({ status: "refunded", totalPrice: 27.6, refundedPrice: 27.6, refunds, orderItems }))

  expect(await screen.findByText("We refunded 27.60 EUR on 11/22/2099.")).toBeVisible()
  expect(screen.getByRole("article")).toHaveTextContent("Refunded 27.60 EUR on 11/22/2099")
  expect(screen.getByText("Refunded on 11/22/2099").nextElementSibling).toHaveTextContent("−27.60 EUR")
  expect(screen.queryByText("Net paid")).not.toBeInTheDocument()
})

test("where no money was taken, none is said to be back", async () => {
  const back = night(friday, { status: "refunded" })
  const refunds: Order["refunds"] = [
    { amount: 0, currency: "USD", status: "completed", createdAt: "2099-11-22T20:00:00Z", bookings: [back._id] },
  ]
  show(anOrder({ status: "refunded", isTest: true, refunds, orderItems: [anOrderItem({ bookings: [back] })] }))

  expect(await screen.findByText("Nothing was charged. We released these seats on 11/22/2099.")).toBeVisible()
  expect(screen.getByRole("article")).toHaveTextContent("Refunded on 11/22/2099")
  expect(screen.queryByText(/\$0\.00/)).not.toBeInTheDocument()
  expect(screen.queryByText("Net paid")).not.toBeInTheDocument()
})

test("a date whose hold ended is not booked, tidied up already or not", async () => {
  const orderItems = [anOrderItem({ bookings: [night(friday, { status: "pending" })] })]
  show(anOrder({ status: "expired", paidAt: null, orderItems }))

  expect(await screen.findByText("Not booked")).toBeVisible()
  expect(screen.queryByText("Being checked")).not.toBeInTheDocument()
})

test("a test order says so", async () => {
  show(anOrder({ isTest: true }))

  expect(await screen.findByText("Test order")).toBeVisible()
  expect(screen.queryByText("Paid")).not.toBeInTheDocument()
})
