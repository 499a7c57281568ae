import { act, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import type { Order } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { checkout } from "~/shop/state/checkout"
import { session } from "~/shop/state/session"
import {
  aCartToPay,
  ana,
  friday,
  acceptPayment,
  keys,
  openCheckout,
  payPalButton,
  press,
  product,
  acceptOrders,
} from "~/testing/pages/checkout"
import type { FakePayPal } from "~/testing/pages/paypal"
import { answer, calls, renderAt, requests } from "~/testing/browser"
import { requestOf } from "./payment/placing"

let paypal: FakePayPal
beforeEach(() => {
  paypal = aCartToPay()
})

/** Stores the order as if this browser had placed it for this cart. */
function storeOrder(order: Order) {
  session.setUser(ana)
  checkout.keyFor(JSON.stringify(requestOf(cart.get(), cart.get())))
  checkout.storeOrder(order)
}

test("an unfinished payment that has been captured opens its order and isn't paid again", async () => {
  const order = acceptOrders()
  storeOrder(order)
  checkout.approve(order._id, "PAYPAL1")
  answer(`/api/orders/${order._id}`, { ...order, status: "paid", heldUntil: null })

  renderAt(paths.checkout(), { as: ana })

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
  await waitFor(() => expect(cart.get().cartItems).toEqual([]))
  expect(requests(`PUT /api/orders/${order._id}/pay`)).toEqual([])
})

test("after a change of the cart, the held order is canceled before a new one is placed", async () => {
  const order = acceptOrders()
  await openCheckout()
  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  await paypal.fail("The window broke.")
  act(() => cart.setSeats(product._id, friday, 3))
  await press(payPalButton())

  await waitFor(() => expect(keys()).toHaveLength(2))
  const sentCalls = calls.map((call) => `${call.method} ${call.url.pathname}`)
  const cancelled = sentCalls.indexOf(`POST /api/orders/${order._id}/cancel`)
  expect(cancelled).toBeGreaterThan(0)
  expect(cancelled).toBeLessThan(sentCalls.lastIndexOf("POST /api/orders"))
  expect(new Set(keys()).size).toBe(2)
})

test("an earlier order that is being paid is shown instead of placing a new one", async () => {
  const order = acceptOrders()
  const { address } = await openCheckout()
  await press(payPalButton())
  await paypal.fail("The window broke.")
  const capturing = { ...order, status: "capturing" as const }
  answer(`POST /api/orders/${order._id}/cancel`, { message: "It is being confirmed.", code: "not_held" }, 409)
  answer(`/api/orders/${order._id}`, capturing)
  act(() => cart.setSeats(product._id, friday, 3))
  await press(payPalButton())

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(requests("POST /api/orders")).toHaveLength(1)
})

test("an order that was placed earlier can be paid, and is kept when the buyer cancels at PayPal", async () => {
  const order = acceptOrders()
  cart.setItems([])
  const { address } = await openCheckout(paths.payOrder(order._id))
  expect(screen.getByText("2 seats")).toBeInTheDocument()
  expect(screen.queryByText("Contact Information")).not.toBeInTheDocument()
  await press(payPalButton())
  await waitFor(() => expect(requests(`POST /api/orders/${order._id}/paypal`)).toHaveLength(1))
  await paypal.cancel()
  expect(await screen.findByText("You canceled the payment. Your order is still there.")).toBeVisible()
  expect(requests(`POST /api/orders/${order._id}/cancel`)).toHaveLength(0)

  acceptPayment(order)
  await press(payPalButton())
  await paypal.approve()

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(requests("POST /api/orders")).toHaveLength(0)
})

test("the checkout of another account's order says that it can't be found", async () => {
  answer("/api/orders/6b0022129c206dee8f3169d6", { message: "Not found." }, 404)
  renderAt(paths.payOrder("6b0022129c206dee8f3169d6"), { as: ana })

  expect(await screen.findByText("We can't find that order.")).toBeVisible()
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument()
  expect(screen.queryByText("Not found.")).not.toBeInTheDocument()
})
