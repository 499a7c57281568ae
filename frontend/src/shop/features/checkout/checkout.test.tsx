import { act, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { checkout } from "~/shop/state/checkout"
import {
  aCartToPay,
  acceptOrders,
  acceptPayment,
  ana,
  cardButton,
  contact,
  friday,
  isDisabled,
  keys,
  openCheckout,
  payPalButton,
  press,
  product,
} from "~/testing/pages/checkout"
import { aPayPalConfig } from "~/testing/factories"
import type { FakePayPal } from "~/testing/pages/paypal"
import { answer, answerNothing, hold, renderAt, requests } from "~/testing/browser"

let paypal: FakePayPal
beforeEach(() => {
  paypal = aCartToPay()
})

test("paying with PayPal places, approves and pays the order and empties the cart", async () => {
  const order = acceptOrders()
  acceptPayment(order)
  const { address } = await openCheckout()

  await press(payPalButton())
  expect(await screen.findByText(/Your seats are held/)).toHaveTextContent(/15 minutes left/)
  await paypal.approve()

  expect(await screen.findByRole("heading", { level: 1, name: "Thank you for your purchase!" })).toBeVisible()
  expect(address()).toBe(paths.order(order._id))
  expect(await screen.findByText("Payment successful.")).toBeVisible()
  expect(cart.get().cartItems).toEqual([])
  expect(checkout.get()).toBeNull()
  expect(requests(`PUT /api/orders/${order._id}/pay`).map((call) => call.body)).toEqual([{ id: "PAYPAL1" }])
  expect(requests("POST /api/orders")[0]!.body).toMatchObject({
    orderItems: [{ _id: product._id, price: 12, bookings: [{ bookingDate: friday, reservationSeats: { qty: 2 } }] }],
    shippingAddress: contact,
    paymentMethod: "Paypal",
    itemsPrice: 24,
    shippingPrice: 0,
    taxPrice: 3.6,
    totalPrice: 27.6,
  })
})

test("the heading has the focus, and neither Venmo nor a Test Order has a button where it can't be used", async () => {
  await openCheckout()

  expect(screen.getByRole("heading", { level: 1, name: "Checkout" })).toHaveFocus() // although the page was loaded
  expect(cardButton()).toBeTruthy()
  expect(document.querySelector("venmo-button")).toBeNull()
  expect(screen.queryByRole("button", { name: "Test Order" })).not.toBeInTheDocument()
})

test("during a payment, the buttons and seats are disabled, and a second press opens nothing", async () => {
  acceptOrders()
  await openCheckout()
  expect(isDisabled(payPalButton())).toBe(false)

  await press(payPalButton())
  await press(payPalButton())
  await press(cardButton())

  expect([isDisabled(payPalButton()), isDisabled(cardButton())]).toEqual([true, true])
  expect(screen.getByRole("combobox", { name: /^Seats/ })).toBeDisabled()
  expect(paypal.opened()).toBe(1)
  expect(requests("POST /api/orders")).toHaveLength(1)
})

test("canceling at PayPal releases the seats, and the next press places a new order", async () => {
  const order = acceptOrders()
  await openCheckout()
  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  act(() => (document.activeElement as HTMLElement).blur()) // as a browser does when a button is disabled
  await paypal.cancel()

  expect(
    await screen.findByText(
      "You canceled the payment. Your seats are still in the cart. They're held when you start paying again.",
    ),
  ).toBeVisible()
  expect(screen.getByRole("group", { name: "Payment" })).toHaveFocus()
  expect(requests(`POST /api/orders/${order._id}/cancel`)).toHaveLength(1)
  expect(requests(`GET /api/orders/${order._id}`).length).toBeGreaterThan(0)
  expect(screen.queryByText(/Your seats are held/)).not.toBeInTheDocument()
  await press(payPalButton())
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(2)
})

test("a dialog that can't be closed says that the payment is being confirmed", async () => {
  const order = acceptOrders()
  const paid = hold()
  answer(`PUT /api/orders/${order._id}/pay`, { ...order, status: "paid" }, 200, paid)
  const { user } = await openCheckout()
  await press(payPalButton())
  const done = paypal.approve()

  const dialog = await screen.findByRole("dialog", { name: "Confirming your payment…" })
  expect(dialog).toHaveTextContent("Please keep this page open.")
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
  await user.keyboard("{Escape}")
  expect(dialog).toBeInTheDocument()
  paid.release()
  await done
  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
})

test("a Test Order places a paid order if the shop allows it", async () => {
  const order = acceptOrders()
  acceptPayment(order)
  answer("/api/config/paypal", aPayPalConfig({ scriptUrl: null, testOrders: true }))
  const { user } = await openCheckout()

  const button = await screen.findByRole("button", { name: "Test Order" })
  expect(button).toHaveAccessibleDescription("For trying out the shop: places an order without paying.")
  await user.click(button)

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(requests(`PUT /api/orders/${order._id}/pay`)[0]!.body).toEqual({ test: true })
})

test("a declined payment shows the reason once, in a toast, and the next attempt pays the same order", async () => {
  const order = acceptOrders()
  const message = "PayPal declined this way to pay. Nothing was charged. Try another card or account."
  answer(`PUT /api/orders/${order._id}/pay`, { message, code: "payment_declined" }, 409)
  await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  expect((await screen.findByText(message)).closest("[role=alert]")).toBeVisible()
  expect(screen.getByText("You haven't paid yet. Choose how to pay to try again.")).toBeVisible()
  expect(isDisabled(payPalButton())).toBe(false)
  acceptPayment(order)
  await press(cardButton())
  await paypal.approve()
  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(new Set(keys()).size).toBe(1)
})

test("an error in PayPal's window is shown, and the buttons are enabled again", async () => {
  acceptOrders()
  await openCheckout()
  await press(payPalButton())
  await paypal.fail("The window broke.")

  expect(await screen.findByText("The window broke.")).toBeVisible()
  expect(isDisabled(payPalButton())).toBe(false)
})

test("a date with too few seats can be changed to the seats left or removed", async () => {
  const short = [{ product: product._id, name: product.name, bookingDate: friday, countInStock: 1 }]
  const message = `Only 1 seat is left for ${product.name} on Fri, Dec 4.`
  answer("POST /api/orders", { message, code: "sold_out", short }, 409)
  const { user } = await openCheckout()
  await press(payPalButton())

  const text = `${message} Nothing was charged.`
  const notice = (await screen.findByText(text)).closest<HTMLElement>("[role=alert]")!
  expect(within(notice).getByRole("button", { name: /^Remove/ })).toBeVisible()
  await user.click(within(notice).getByRole("button", { name: /^Change to 1/ }))

  expect(cart.get().cartItems[0]!.bookings![0]!.reservationSeats.qty).toBe(1)
  expect(screen.queryByText(text)).not.toBeInTheDocument()
  expect(isDisabled(payPalButton())).toBe(false)
})

test("a higher price must be accepted first", async () => {
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

test.each(["capturing", "review"] as const)("a payment with the result %s opens the order page", async (status) => {
  const order = acceptOrders()
  answer(`PUT /api/orders/${order._id}/pay`, () => {
    answer(`/api/orders/${order._id}`, { ...order, status })
    return { ...order, status }
  })
  const { address } = await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(
    (await screen.findAllByText("Your payment is being confirmed. You will not be charged twice."))[0],
  ).toBeVisible()
  expect(screen.queryByText("Payment successful.")).not.toBeInTheDocument()
  expect(cart.get().cartItems).toEqual([]) // the seats must not be bought twice
})

test("a payment that loses the connection is retried once, then the order page opens", async () => {
  const order = acceptOrders()
  answerNothing(`PUT /api/orders/${order._id}/pay`)
  const { address } = await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  const texts = await screen.findAllByText("Your payment is being confirmed. You will not be charged twice.")
  expect(texts[0]).toBeVisible()
  expect(checkout.get()?.approved).toBe("PAYPAL1")
})

test("the same approval can be used again if PayPal doesn't respond", async () => {
  const order = acceptOrders()
  const message = "PayPal does not answer right now. Nothing was charged, and your seats are still held."
  answer(`PUT /api/orders/${order._id}/pay`, { message, code: "payment_unavailable" }, 503)
  const { user } = await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  const notice = (await screen.findByText(message)).closest<HTMLElement>("[role=alert]")!
  acceptPayment(order)
  await user.click(within(notice).getByText("Try again"))

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(paypal.opened()).toBe(1)
})

test("an error while loading the payment buttons is shown, and they can be loaded again", async () => {
  answerNothing("/api/config/paypal")
  const { user } = renderAt(paths.checkout(), { as: ana })
  expect(await screen.findByText("Payment could not load. Check your connection or an ad blocker.")).toBeVisible()

  answer("/api/config/paypal", aPayPalConfig({ scriptUrl: null }))
  await user.click(screen.getByRole("button", { name: "Try again" }))

  await waitFor(() => expect(payPalButton()).toBeTruthy())
})

test("loading the payment buttons fails after ten seconds", async () => {
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
