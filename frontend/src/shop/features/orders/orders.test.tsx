import { act, screen, waitFor, within } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { checkout } from "~/shop/state/checkout"
import { session } from "~/shop/state/session"
import { aChange, anOrder, anOrderBooking, anOrderItem, aPass, aRefund, aUserInfo, inDays } from "~/testing/factories"
import { openOrder } from "~/testing/pages/orderPage"
import { answer, calls, hold, renderAt } from "~/testing/browser"

const friday = "2099-12-05T03:00:00Z" // Friday, December 4, 7 PM at the venue
const nextFriday = "2099-12-12T03:00:00Z"
const booking = (bookingDate: string, over = {}) =>
  anOrderBooking({ bookingDate, endTime: bookingDate.replace("T03", "T06"), ...over })
const THANKS = "Thank you for your purchase!"

afterEach(() => vi.useRealTimers())

test("a paid order shows a thank-you, a ticket for each booking and the sums", async () => {
  const item = anOrderItem({ name: "Draft Night", bookings: [booking(nextFriday), booking(friday)] })
  const placed = { createdAt: "2099-11-20T20:05:00Z", paidAt: "2099-11-20T20:09:00Z" }
  const order = anOrder({ orderItems: [item], itemsPrice: 48, taxPrice: 7.2, totalPrice: 55.2, ...placed })
  openOrder(order)

  expect(await screen.findByRole("heading", { level: 1, name: THANKS })).toBeVisible()
  const tickets = screen.getAllByRole("article").map((ticket) => ticket.textContent)
  expect(tickets[0]).toContain("Fri, Dec 4 · 7:00–10:00\u00a0PM PST")
  expect(tickets[1]).toContain("Fri, Dec 11")
  expect(tickets[0]).toContain("Seats2Subtotal$24.00")
  expect(tickets[0]).toContain("Foam & Felt, 5 Main Street")
  expect(await screen.findByText("Placed At")).toBeVisible()
  const sum = (label: string) => screen.getByText(label).nextElementSibling
  expect(sum("Placed At")).toHaveTextContent("11/20/2099, 12:05 PM PST")
  expect(sum("Paid")).toHaveTextContent("11/20/2099, 12:09 PM PST")
  expect(sum("4 seats at $12.00")).toHaveTextContent("$48.00")
  expect(sum("Taxes & Other Fees")).toHaveTextContent("$7.20")
  expect(sum("Total")).toHaveTextContent("$55.20")
  expect(screen.getByText(/Bring this page/)).toHaveTextContent(`Order ${order.number}. Bring this page, on your phone`)
  expect(screen.getAllByText(/placed/i)).toHaveLength(1)
})

test("a ticket whose event has another place since leads there, and says where it moved from", async () => {
  openOrder(
    anOrder({ orderItems: [anOrderItem({ bookings: [booking(friday, { place: "Larch Lodge, 3 Pine St" })] })] }),
  )

  const ticket = await screen.findByRole("article")
  expect(ticket).toHaveTextContent("Larch Lodge, 3 Pine St Moved from Foam & Felt, 5 Main Street.")
  expect(await screen.findByRole("link", { name: /^Open map/ })).toHaveAttribute(
    "href",
    expect.stringContaining("Larch"),
  )
})

test("an order shows the name, and the printed page also the address", async () => {
  const order = anOrder()
  const shippingAddress = {
    ...order.shippingAddress,
    fName: "Bo",
    lName: "Ray",
    address: "5 Main St",
    city: "Portland",
  }
  openOrder({ ...order, shippingAddress })

  expect((await screen.findByText("For")).nextElementSibling).toHaveTextContent(/^Bo Ray$/)
  expect(screen.getByText(/^Bo Ray, 5 Main St, Portland/)).toBeInTheDocument()
  expect(screen.getAllByText(order.number, { selector: "code" }).at(-1)!.parentElement).toHaveTextContent(
    `Order ${order.number}`,
  )
})

test("the page shows Please wait... while it is loading", async () => {
  const order = anOrder()
  const found = hold()
  answer(`/api/orders/${order._id}`, { ...order }, 200, found)
  renderAt(paths.order(order._id), { as: aUserInfo() })

  expect(await screen.findByRole("heading", { name: "Please wait..." })).toBeVisible()
  found.release()
  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
})

test("a ticket's calendar file is named after the event and has its date", async () => {
  const saved = vi.fn<(text: Blob) => string>(() => "blob:x")
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }))
  let fileName = ""
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    fileName = this.download
  })
  const seats = booking(friday, { passes: [aPass()], calendarSequence: 3 })
  const order = anOrder({ orderItems: [anOrderItem({ name: "Draft Night", bookings: [seats] })] })
  const { user } = openOrder(order)

  await user.click(await screen.findByRole("button", { name: /^Add to calendar/ }))

  expect(
    await screen.findByText(/^Download initiated for Draft Night\.ics, Fri, Dec 4\. Open the file to add the event.$/),
  ).toBeVisible()
  expect(fileName).toBe("Draft Night.ics")
  const text = await saved.mock.calls[0]![0].text()
  expect(text).toContain("DTSTART:20991205T030000Z")
  expect(text).toContain("DURATION:PT60M")
  expect(text).toContain("X-MICROSOFT-CDO-BUSYSTATUS:BUSY")
  expect(text).toContain(`UID:${seats._id}@localhost`) // as in the emails, so that calendars show the date once
  expect(text).toContain("SEQUENCE:3") // a lower number than the invitation's would be ignored
  expect(text).not.toContain("METHOD") // with one, the entry has to name an organizer
  const unfolded = text.replace(/\r\n[\t ]/g, "")
  expect(unfolded).toContain(`DESCRIPTION:Your ticket: ${window.location.origin}${paths.order(order._id)}`)
  expect(unfolded).not.toContain(aPass().code) // calendars are shared
})

test("the Print button prints the page", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {})
  const { user } = openOrder(anOrder())

  await user.click(await screen.findByRole("button", { name: "Print" }))

  expect(print).toHaveBeenCalledOnce()
})

test("the seats of an expired order can be put back in the cart without adding any twice", async () => {
  const item = anOrderItem({ bookings: [booking(friday), booking(nextFriday), booking("2020-01-04T03:00:00Z")] })
  cart.add(item, { bookingDate: friday, reservationSeats: { qty: 1 } })
  answer(`/api/products/${item._id}`, { message: "x" }, 404)
  const { user, address } = openOrder(anOrder({ status: "expired", paidAt: null, orderItems: [item] }))
  expect(await screen.findByText("Your hold expired before you paid. Nothing was charged.")).toBeVisible()

  await user.click(await screen.findByRole("button", { name: "Put the seats back in my cart" }))

  await waitFor(() => expect(address()).toBe(paths.cart()))
  expect(cart.get().cartItems[0]!.bookings).toEqual([
    { bookingDate: friday, reservationSeats: { qty: 2 } },
    { bookingDate: nextFriday, reservationSeats: { qty: 2 } },
  ])
})

test.each(["capturing", "review"] as const)(
  "an order with the status %s is fetched again until it is paid",
  async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const ana = aUserInfo()
    const order = anOrder({ status, paidAt: null, orderItems: [anOrderItem({ bookings: [booking(friday)] })] })
    session.setUser(ana)
    cart.add(order.orderItems[0]!, { bookingDate: friday, reservationSeats: { qty: 2 } })
    checkout.keyFor("the cart")
    checkout.storeOrder(order)
    answer(`/api/orders/${order._id}`, { ...order })
    renderAt(paths.order(order._id), { as: ana })
    expect(await screen.findByText(/PayPal is still checking your payment/)).toBeVisible()

    answer(`/api/orders/${order._id}`, { ...order, status: "paid" })
    await act(() => vi.advanceTimersByTimeAsync(3_000))

    expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
    expect(await screen.findByText("Payment successful.")).toBeVisible()
    expect(cart.get().cartItems).toEqual([])
    const requests = calls.length
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(calls).toHaveLength(requests)
  },
)

test("a late payment that broke a rule says why staff check it, and what happens next", async () => {
  openOrder(anOrder({ status: "review", paidAt: null, reviewBecause: "code_used" }))

  expect(
    await screen.findByText(
      "Your payment arrived after your hold had ended, and its discount code had been used up. The organizer will check it, and " +
        "you get either these seats or all of your money back. We'll email you. Please don't pay again.",
    ),
  ).toBeVisible()
  expect(screen.queryByText(/PayPal is still checking/)).not.toBeInTheDocument()
})

test("an order whose seats were sold out before the payment says that it is refunded in full", async () => {
  openOrder(
    anOrder({
      status: "refund_due",
      refundDue: { because: "seats_gone", step: "asked", amount: 27.6, currency: "USD" },
      orderItems: [anOrderItem({ bookings: [booking(inDays(7), { status: "cancelled" })] })],
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
] as const)(
  "an order whose payment staff refused doesn't blame the seats (%s)",
  async (step, amount, currency, text) => {
    openOrder(anOrder({ status: "refund_due", refundDue: { because: "refused", step, amount, currency } }))

    expect(await screen.findByRole("heading", { name: "We could not accept your payment" })).toBeVisible()
    expect(screen.getByText("We've released these seats.")).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByText(/seats were gone/)).not.toBeInTheDocument()
  },
)

test("a partly refunded order shows a thank-you, and the refunded ticket how much and when", async () => {
  const refunded = booking(friday, { status: "refunded" })
  const refunds = [aRefund({ amount: 13.8, createdAt: "2099-11-22T20:00:00Z", bookings: [refunded._id] })]
  const orderItems = [anOrderItem({ bookings: [refunded, booking(nextFriday)] })]
  openOrder(anOrder({ status: "partly_refunded", totalPrice: 27.6, refundedPrice: 13.8, refunds, orderItems }))

  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
  const [next, other] = screen.getAllByRole("article")
  expect(other).toHaveTextContent("Refunded $13.80 on Sun, Nov 22, 2099")
  expect(within(other!).queryByRole("button")).not.toBeInTheDocument()
  expect(within(next!).getByRole("button", { name: /^Add to calendar/ })).toBeVisible()
  expect(screen.getByText("Refunded on Sun, Nov 22, 2099").nextElementSibling).toHaveTextContent("−$13.80")
})

test("the sums of a partly refunded order say what was bought, what went back, and what is left", async () => {
  const kept = booking(friday, { reservationSeats: { qty: 2 }, subtotal: 20 })
  const parts = [{ booking: kept._id, seats: 1, amount: 11.5, fee: 0, gift: 0 }]
  const refunds = [aRefund({ amount: 11.5, createdAt: "2099-11-22T20:00:00Z", bookings: [kept._id], parts })]
  const prices = { itemsPrice: 30, taxPrice: 4.5, totalPrice: 34.5, refundedPrice: 11.5 }
  const orderItems = [anOrderItem({ bookings: [kept] })]
  openOrder(anOrder({ status: "partly_refunded", ...prices, refunds, orderItems }))

  const sums = within(await screen.findByRole("region", { name: "Order total" }))
  const rows = ["Subtotal", "Taxes & Other Fees", "Total", "1 seat refunded on Sun, Nov 22, 2099", "Net paid"]
  expect(rows.map((row) => sums.getByText(row).nextElementSibling?.textContent)).toEqual([
    "$30.00",
    "$4.50",
    "$34.50",
    "−$11.50",
    "$23.00",
  ])
})

test("a Test Order is labeled as such", async () => {
  openOrder(anOrder({ isTest: true }))

  expect(await screen.findByText("Test order")).toBeVisible()
  expect(screen.queryByText("Paid")).not.toBeInTheDocument()
})

test("a ticket whose buyer gave a seat back before staff refunded the other one says how much and when", async () => {
  const { _id: id } = booking(friday)
  const part = { booking: id, seats: 1, amount: 0, fee: 0, gift: 0 }
  const refunds = [
    aRefund({ amount: 0, createdAt: "2099-11-20T20:00:00Z", bookings: [id], parts: [{ ...part, gift: 13.8 }] }),
    aRefund({ amount: 13.8, createdAt: "2099-11-22T20:00:00Z", bookings: [id], parts: [{ ...part, amount: 13.8 }] }),
  ]
  const orderItems = [anOrderItem({ bookings: [booking(friday, { _id: id, status: "refunded" })] })]
  const changes = [aChange({ booking: id, kind: "gift" })]
  openOrder(anOrder({ status: "partly_refunded", totalPrice: 27.6, refundedPrice: 13.8, refunds, changes, orderItems }))

  expect(await screen.findByText("Refunded $13.80 on Sun, Nov 22, 2099")).toBeVisible()
})
