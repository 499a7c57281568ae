import { act, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { checkout } from "~/shop/state/checkout"
import {
  aCartToPay,
  cardButton,
  contact,
  friday,
  isDisabled,
  acceptPayment,
  keys,
  openCheckout,
  payPalButton,
  press,
  product,
  acceptOrders,
} from "~/testing/pages/checkout"
import { aPayPalConfig } from "~/testing/factories"
import type { FakePayPal } from "~/testing/pages/paypal"
import { answer, hold, requests } from "~/testing/browser"

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

test("buyers who can't use Venmo see no button for it", async () => {
  await openCheckout()

  expect(cardButton()).toBeTruthy()
  expect(document.querySelector("venmo-button")).toBeNull()
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

test("there is no Test Order button if the shop doesn't allow it", async () => {
  await openCheckout()
  expect(screen.queryByRole("button", { name: "Test Order" })).not.toBeInTheDocument()
})

test("the heading has the focus, although the checkout is a full page load", async () => {
  await openCheckout()

  expect(screen.getByRole("heading", { level: 1, name: "Checkout" })).toHaveFocus()
})
