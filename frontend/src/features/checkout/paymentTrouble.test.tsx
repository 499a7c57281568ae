import { act, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { paths } from "~/paths"
import { cart } from "~/state/cart"
import { checkout } from "~/state/checkout"
import {
  aCartToPay,
  ana,
  cardButton,
  friday,
  isOff,
  isPaid,
  keys,
  openCheckout,
  payPalButton,
  press,
  product,
  takeOrders,
} from "~/testing/pages/checkout"
import { aPayPalConfig } from "~/testing/factories"
import type { PayPalStandIn } from "~/testing/pages/paypal"
import { renderAt } from "~/testing/renderAt"
import { answer, answerNothing } from "~/testing/server"

let paypal: PayPalStandIn
beforeEach(() => {
  paypal = aCartToPay()
})

test("a declined payment gives the reason once, in a toast, and the next try pays the same order", async () => {
  const order = takeOrders()
  const words = "PayPal declined this way to pay. Nothing was charged. Try another card or account."
  answer(`PUT /api/orders/${order._id}/pay`, { message: words, code: "payment_declined" }, 409)
  await openCheckout()
  await press(payPalButton())
  await paypal.approve()

  expect((await screen.findByText(words)).closest("[role=alert]")).toBeVisible()
  expect(screen.getByText("You haven't paid yet. Choose how to pay to try again.")).toBeVisible()
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

  expect(await screen.findByText("The window broke.")).toBeVisible()
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
  await user.click(within(notice).getByRole("button", { name: /^Change to 1/ }))

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

test("what keeps an order from being placed is logged, and shown once, in a toast", async () => {
  const words = "You are holding seats for 10 orders. Pay or cancel one of them first."
  answer("POST /api/orders", { message: words, code: "hold_limit" }, 409)
  await openCheckout()
  await press(payPalButton())

  expect(await screen.findByText(words)).toBeVisible()
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
  expect(
    (await screen.findAllByText("Your payment is being confirmed. You will not be charged twice."))[0],
  ).toBeVisible()
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

  const notice = (await screen.findByText(words)).closest<HTMLElement>("[role=alert]")!
  isPaid(order)
  await user.click(within(notice).getByText("Try again"))

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  expect(paypal.opened()).toBe(1)
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
