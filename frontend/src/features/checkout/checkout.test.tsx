import { act, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { paths } from "~/paths"
import { cart } from "~/state/cart"
import { checkout } from "~/state/checkout"
import { session } from "~/state/session"
import type { Order } from "~/api/types"
import { aDate, anOrder, anOrderBooking, anOrderItem, aPayPalConfig, aProduct, aUserInfo } from "~/testing/factories"
import { givePayPal, type PayPalStandIn } from "~/testing/paypal"
import { renderAt } from "~/testing/renderAt"
import { answer, answerNothing, calls } from "~/testing/server"
import { requestOf } from "./payment/placing"

const ana = aUserInfo()
const friday = "2099-12-05T03:00:00Z" // Friday, December 4, 7 PM at the venue
const contact = {
  fName: "Ana",
  address: "5 Main St",
  city: "Portland",
  state: "OR",
  postalCode: "97201",
  country: "US",
}
const product = aProduct({
  price: 12,
  occurrences: [aDate({ startTime: friday, endTime: "2099-12-05T06:00:00Z", countInStock: 8 })],
})
const bookings = [anOrderBooking({ bookingDate: friday, reservationSeats: { qty: 2 }, status: "pending" })]
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const aHeldOrder = (over: Partial<Order> = {}) =>
  anOrder({
    status: "held",
    heldUntil: inMinutes(14.5),
    paidAt: null,
    orderItems: [anOrderItem({ _id: product._id, bookings })],
    ...over,
  })

let paypal: PayPalStandIn

beforeEach(() => {
  paypal = givePayPal()
  vi.spyOn(console, "error").mockImplementation(() => {}) // failures are logged; here they are made on purpose
  answer("/api/config/paypal", aPayPalConfig({ scriptUrl: null, testOrders: false }))
  answer(`/api/products/${product._id}`, product)
  answer("POST /api/bookings", { _id: "b" })
  cart.saveShippingAddress(contact)
  cart.add(product, { bookingDate: friday, reservationSeats: { qty: 2 } })
})

/** The server's side of one order. */
function takeOrders(order: Order = aHeldOrder()) {
  answer("POST /api/orders", order, 201)
  answer(`/api/orders/${order._id}`, order)
  answer(`POST /api/orders/${order._id}/paypal`, { id: "PAYPAL1" })
  answer(`POST /api/orders/${order._id}/cancel`, { ...order, status: "cancelled" })
  return order
}

const isPaid = (order: Order) => {
  const paid: Order = { ...order, status: "paid", heldUntil: null }
  answer(`PUT /api/orders/${order._id}/pay`, () => {
    answer(`/api/orders/${order._id}`, { ...paid })
    return { ...paid }
  })
}

async function openCheckout(url: string = paths.checkout()) {
  const visit = renderAt(url, { as: ana })
  await waitFor(() => expect(payPalButton()).toBeTruthy())
  return visit
}

const payPalButton = () => document.querySelector<HTMLElement & { disabled?: boolean }>("paypal-button")!
const cardButton = () => document.querySelector<HTMLElement & { disabled?: boolean }>("paypal-basic-card-button")!
const isOff = (button: HTMLElement & { disabled?: boolean }) =>
  Boolean(button.disabled ?? button.hasAttribute("disabled"))
const press = (button: HTMLElement) => act(async () => button.click())
const sent = (method: string, path: string) =>
  calls.filter((call) => call.method === method && call.url.pathname === path)
const keys = () => sent("POST", "/api/orders").map((call) => call.headers.get("Idempotency-Key"))

test("the whole way: the order is placed, approved, paid, its bookings confirmed, and the cart emptied", async () => {
  const order = takeOrders()
  isPaid(order)
  const { address } = await openCheckout()

  await press(payPalButton())
  expect(await screen.findByText(/Your seats are held/)).toHaveTextContent(/15 minutes left/)
  await paypal.approve()

  expect(await screen.findByRole("heading", { level: 1, name: "Thank you for your purchase!" })).toBeVisible()
  expect(address()).toBe(paths.order(order._id))
  expect(await screen.findByText("Payment successful.")).toBeVisible()
  expect(cart.get().cartItems).toEqual([])
  expect(checkout.get()).toBeNull()
  expect(sent("PUT", `/api/orders/${order._id}/pay`).map((call) => call.body)).toEqual([{ id: "PAYPAL1" }])
  expect(sent("POST", "/api/bookings").map((call) => call.body)).toEqual([
    {
      product: product._id,
      reservationSeats: 2,
      bookingDate: friday,
      status: "confirmed",
      order: order._id,
      user: order.user,
    },
  ])
  expect(sent("POST", "/api/orders")[0]!.body).toMatchObject({
    orderItems: [{ _id: product._id, price: 12, bookings: [{ bookingDate: friday, reservationSeats: { qty: 2 } }] }],
    shippingAddress: contact,
    paymentMethod: "Paypal",
    itemsPrice: 24,
    shippingPrice: 0,
    taxPrice: 3.6,
    totalPrice: 27.6,
  })
})

test("from the press to the answer all buttons and the seats are off, and a second press opens nothing", async () => {
  takeOrders()
  await openCheckout()
  expect(isOff(payPalButton())).toBe(false)

  await press(payPalButton())
  await press(payPalButton())
  await press(cardButton())

  expect([isOff(payPalButton()), isOff(cardButton())]).toEqual([true, true])
  expect(screen.getByRole("combobox", { name: /^Seats/ })).toBeDisabled()
  expect(paypal.opened()).toBe(1)
  expect(sent("POST", "/api/orders")).toHaveLength(1)
})

test("turning back at PayPal gives the seats back, after the server was asked, and the next press is a new order", async () => {
  const order = takeOrders()
  await openCheckout()
  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  await paypal.turnBack()

  expect(await screen.findByText("You cancelled the payment. Your seats are still in the cart.")).toBeVisible()
  expect(sent("POST", `/api/orders/${order._id}/cancel`)).toHaveLength(1)
  expect(sent("GET", `/api/orders/${order._id}`).length).toBeGreaterThan(0)
  expect(screen.queryByText(/Your seats are held/)).not.toBeInTheDocument()
  await press(payPalButton())
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(2)
})

test("a closed window does not cancel an order that is paid", async () => {
  const order = takeOrders()
  const { address } = await openCheckout()
  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  answer(`/api/orders/${order._id}`, { ...order, status: "paid", heldUntil: null })
  await paypal.turnBack()

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(sent("POST", `/api/orders/${order._id}/cancel`)).toHaveLength(0)
  expect(cart.get().cartItems).toEqual([])
})

test("a declined payment is told inline and as a toast, and the next try pays the same order", async () => {
  const order = takeOrders()
  const words = "PayPal declined this way to pay. Nothing was charged. Try another card or account."
  answer(`PUT /api/orders/${order._id}/pay`, { message: words, code: "payment_declined" }, 409)
  await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2))
  expect(isOff(payPalButton())).toBe(false)
  isPaid(order)
  await press(cardButton())
  await paypal.approve()
  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(new Set(keys()).size).toBe(1)
})

test("a failure in PayPal's window is told, and the buttons are ready again", async () => {
  takeOrders()
  await openCheckout()
  await press(payPalButton())
  await paypal.fail("The window broke.")

  await waitFor(() => expect(screen.getAllByText("The window broke.")).toHaveLength(2))
  expect(isOff(payPalButton())).toBe(false)
})

test("a date that is short offers what is left, or nothing of it", async () => {
  const short = [{ product: product._id, name: product.name, bookingDate: friday, countInStock: 1 }]
  const message = `Only 1 seat is left for ${product.name} on Fri, Dec 4.`
  answer("POST /api/orders", { message, code: "sold_out", short }, 409)
  const { user } = await openCheckout()
  await press(payPalButton())

  const words = `${message} Nothing was charged.`
  const notice = (await screen.findByText(words)).closest<HTMLElement>("[role=alert]")!
  expect(within(notice).getByRole("button", { name: /^Remove/ })).toBeVisible()
  await user.click(within(notice).getByRole("button", { name: /^Take 1/ }))

  expect(cart.get().cartItems[0]!.bookings![0]!.reservationSeats.qty).toBe(1)
  expect(screen.queryByText(words)).not.toBeInTheDocument()
  expect(isOff(payPalButton())).toBe(false)
})

test("a price that went up has to be accepted first", async () => {
  const items = [{ _id: product._id, name: product.name, price: 14 }]
  const quote = { itemsPrice: 28, shippingPrice: 0, taxPrice: 4.2, totalPrice: 32.2, items }
  answer("POST /api/orders", { message: "The price has changed.", code: "price_changed", quote }, 409)
  const { user } = await openCheckout()
  await press(payPalButton())

  expect(await screen.findByText(/The total is now \$32.20 \(was \$27.60\)/)).toBeVisible()
  expect(cart.get().totalPrice).toBe(27.6)
  answer(`/api/products/${product._id}`, { ...product, price: 14 })
  await user.click(screen.getByRole("button", { name: "Accept" }))

  expect(cart.get().totalPrice).toBe(32.2)
  expect(screen.queryByRole("button", { name: "Accept" })).not.toBeInTheDocument()
})

test("what keeps an order from being placed is logged, and told inline and as a toast", async () => {
  const words = "You are holding seats for 10 orders. Pay or cancel one of them first."
  answer("POST /api/orders", { message: words, code: "hold_limit" }, 409)
  await openCheckout()
  await press(payPalButton())

  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2))
  expect(console.error).toHaveBeenCalled()
})

test.each(["capturing", "review"] as const)("an answer that says %s leads to the order's page", async (status) => {
  const order = takeOrders()
  answer(`PUT /api/orders/${order._id}/pay`, () => {
    answer(`/api/orders/${order._id}`, { ...order, status })
    return { ...order, status }
  })
  const { address } = await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(await screen.findByText("Your payment is being confirmed. You will not be charged twice.")).toBeVisible()
  expect(screen.queryByText("Payment successful.")).not.toBeInTheDocument()
  expect(cart.get().cartItems).toEqual([]) // it must not be bought a second time
})

test("a line that breaks while paying is tried once more, and then the order's page goes on asking", async () => {
  const order = takeOrders()
  answerNothing(`PUT /api/orders/${order._id}/pay`)
  const { address } = await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  await waitFor(() => expect(address()).toBe(paths.order(order._id)), { timeout: 3_000 })
  const told = await screen.findAllByText("Your payment is being confirmed. You will not be charged twice.")
  expect(told[0]).toBeVisible()
  expect(checkout.get()?.approved).toBe("PAYPAL1")
})

test("while PayPal does not answer, the same approval can be used again", async () => {
  const order = takeOrders()
  const words = "PayPal does not answer right now. Nothing was charged, and your seats are still held."
  answer(`PUT /api/orders/${order._id}/pay`, { message: words, code: "payment_unavailable" }, 503)
  const { user } = await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  const notice = (await screen.findAllByText(words)).map((text) => text.closest<HTMLElement>("[role=alert]")!)
  isPaid(order)
  await user.click(within(notice.find((box) => within(box).queryByText("Try again"))!).getByText("Try again"))

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(paypal.opened()).toBe(1)
})

/** As if this browser had placed the order for this cart before. */
function remember(order: Order) {
  session.setUser(ana)
  checkout.keyFor(JSON.stringify(requestOf(cart.get())))
  checkout.keepOrder(order)
}

test("a payment that was left, and taken since, leads to its order and is not paid again", async () => {
  const order = takeOrders()
  remember(order)
  checkout.approve("PAYPAL1")
  answer(`/api/orders/${order._id}`, { ...order, status: "paid", heldUntil: null })

  renderAt(paths.checkout(), { as: ana })

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  await waitFor(() => expect(cart.get().cartItems).toEqual([]))
  expect(sent("PUT", `/api/orders/${order._id}/pay`)).toEqual([])
})

test("a cart that another tab paid for while PayPal's window was open here leads to the paid order", async () => {
  const order = takeOrders()
  await openCheckout()
  await press(payPalButton())
  answer(`/api/orders/${order._id}`, { ...order, status: "paid", heldUntil: null })

  act(() => cart.clear())

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(calls.filter(({ method }) => method === "PUT")).toEqual([])
})

test("once the hold has ended the seats left are asked for again", async () => {
  const order = takeOrders(aHeldOrder({ heldUntil: new Date(Date.now() + 1_500).toISOString() }))
  answer(`/api/products/${product._id}`, { ...product, occurrences: [aDate({ startTime: friday, countInStock: 0 })] })
  remember(order)
  await openCheckout() // the date is full, of seats that are ours

  answer(`/api/products/${product._id}`, product)

  await waitFor(() => expect(screen.getByText(/^The hold on your seats has ended/)).toBeVisible(), { timeout: 4_000 })
  await waitFor(() => expect(sent("GET", `/api/products/${product._id}`).length).toBeGreaterThan(1))
  await waitFor(() => expect(payPalButton()).toBeTruthy())
})

test("the page says that the payment is being confirmed, and cannot be left meanwhile", async () => {
  const order = takeOrders()
  answer(`PUT /api/orders/${order._id}/pay`, { ...order, status: "paid" }, 200, { delayMs: 400 })
  const { user } = await openCheckout()
  await press(payPalButton())
  const done = paypal.approve()

  const dialog = await screen.findByRole("dialog", { name: "Confirming your payment…" })
  expect(dialog).toHaveTextContent("Please keep this page open.")
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
  await user.keyboard("{Escape}")
  expect(dialog).toBeInTheDocument()
  await done
  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
})

test("a changed cart gives the held seats back before another order is placed", async () => {
  const order = takeOrders()
  await openCheckout()
  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  await paypal.fail("The window broke.")
  act(() => cart.setSeats(product._id, friday, 3))
  await press(payPalButton())

  await waitFor(() => expect(keys()).toHaveLength(2))
  const order2 = calls.map((call) => `${call.method} ${call.url.pathname}`)
  const cancelled = order2.indexOf(`POST /api/orders/${order._id}/cancel`)
  expect(cancelled).toBeGreaterThan(0)
  expect(cancelled).toBeLessThan(order2.lastIndexOf("POST /api/orders"))
  expect(new Set(keys()).size).toBe(2)
})

test("an older order whose payment is under way is shown, and nothing else is placed beside it", async () => {
  const order = takeOrders()
  const { address } = await openCheckout()
  await press(payPalButton())
  await paypal.fail("The window broke.")
  const capturing = { ...order, status: "capturing" as const }
  answer(`POST /api/orders/${order._id}/cancel`, { message: "It is being confirmed.", code: "not_held" }, 409)
  answer(`/api/orders/${order._id}`, capturing)
  act(() => cart.setSeats(product._id, friday, 3))
  await press(payPalButton())

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(sent("POST", "/api/orders")).toHaveLength(1)
})

test("a cart of free nights is placed with one button and without PayPal", async () => {
  const free = { ...product, price: 0 }
  answer(`/api/products/${product._id}`, free)
  cart.updateItem(product._id, { price: 0 })
  const order = anOrder({ totalPrice: 0, orderItems: [anOrderItem({ _id: product._id, bookings })] })
  takeOrders(order)
  const { user } = renderAt(paths.checkout(), { as: ana })

  await user.click(await screen.findByRole("button", { name: /^Place free order/ }))

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(sent("PUT", `/api/orders/${order._id}/pay`)).toHaveLength(0)
  expect(payPalButton()).toBeNull()
})

test("the Test Order is there only where the shop says so", async () => {
  const order = takeOrders()
  isPaid(order)
  answer("/api/config/paypal", aPayPalConfig({ scriptUrl: null, testOrders: true }))
  const { user } = await openCheckout()

  await user.click(await screen.findByRole("button", { name: "Test Order" }))

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(sent("PUT", `/api/orders/${order._id}/pay`)[0]!.body).toEqual({ test: true })
})

test("without the setting there is no Test Order", async () => {
  await openCheckout()
  expect(screen.queryByRole("button", { name: "Test Order" })).not.toBeInTheDocument()
})

test("a booking that cannot be confirmed is told, and the paid order still shown", async () => {
  const order = takeOrders()
  isPaid(order)
  answer("POST /api/bookings", { message: "No booking." }, 500)
  await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  expect(await screen.findByText("No booking.")).toBeVisible()
  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
})

test("a script that does not come is told, and can be asked for again", async () => {
  answerNothing("/api/config/paypal")
  const { user } = renderAt(paths.checkout(), { as: ana })
  expect(await screen.findByText("Payment could not load. Check your connection or an ad blocker.")).toBeVisible()

  answer("/api/config/paypal", aPayPalConfig({ scriptUrl: null }))
  await user.click(screen.getByRole("button", { name: "Try again" }))

  await waitFor(() => expect(payPalButton()).toBeTruthy())
})

test("after ten seconds of loading the page stops waiting", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    answer("/api/config/paypal", aPayPalConfig({ scriptUrl: "http://localhost:9/web-sdk/v6/core" }))
    renderAt(paths.checkout(), { as: ana })
    expect(await screen.findByText("Loading secure payment…")).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText(/Payment could not load/)).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test("an order that was placed before is paid as it stands, and kept when the buyer turns back", async () => {
  const order = takeOrders()
  cart.clear()
  const { address } = await openCheckout(paths.payOrder(order._id))
  expect(screen.getByText("2 seats")).toBeInTheDocument()
  expect(screen.queryByText("Contact Information")).not.toBeInTheDocument()
  await press(payPalButton())
  await waitFor(() => expect(sent("POST", `/api/orders/${order._id}/paypal`)).toHaveLength(1))
  await paypal.turnBack()
  expect(await screen.findByText("You cancelled the payment. Your order is still there.")).toBeVisible()
  expect(sent("POST", `/api/orders/${order._id}/cancel`)).toHaveLength(0)

  isPaid(order)
  await press(payPalButton())
  await paypal.approve()

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(sent("POST", "/api/orders")).toHaveLength(0)
})

test("an empty cart has nothing to pay", async () => {
  cart.clear()
  renderAt(paths.checkout(), { as: ana })

  expect(await screen.findByText("Oh no! The cart's empty...")).toBeVisible()
})
