/** Set up the server and PayPal for checkout tests, and find the buttons and the requests. */
import { act, waitFor } from "@testing-library/react"
import { expect, vi } from "vitest"
import type { Order } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { aDate, anOrder, anOrderBooking, anOrderItem, aPayPalConfig, aProduct, aUserInfo } from "~/testing/factories"
import { stubPayPal, type FakePayPal } from "~/testing/pages/paypal"
import { answer, renderAt, requests } from "~/testing/browser"

export const ana = aUserInfo()
export const friday = "2099-12-05T03:00:00Z" // Friday, December 4, 7 PM at the venue
export const contact = {
  fName: "Ana",
  address: "5 Main St",
  city: "Portland",
  state: "OR",
  postalCode: "97201",
  country: "US",
}
export const product = aProduct({
  price: 12,
  occurrences: [aDate({ startTime: friday, endTime: "2099-12-05T06:00:00Z", countInStock: 8 })],
})
export const bookings = [anOrderBooking({ bookingDate: friday, reservationSeats: { qty: 2 }, status: "pending" })]
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
export const aHeldOrder = (over: Partial<Order> = {}) =>
  anOrder({
    status: "held",
    heldUntil: inMinutes(14.5),
    paidAt: null,
    orderItems: [anOrderItem({ _id: product._id, bookings })],
    ...over,
  })

/** Sets up a cart with two seats, a contact and PayPal. */
export function aCartToPay(options?: { hasVenmo: boolean }): FakePayPal {
  const paypal = stubPayPal(options)
  vi.spyOn(console, "error").mockImplementation(() => {}) // tests cause errors, which are logged
  answer("/api/config/paypal", aPayPalConfig({ scriptUrl: null, testOrders: false }))
  answer(`/api/products/${product._id}`, product)
  cart.saveShippingAddress(contact)
  cart.add(product, { bookingDate: friday, reservationSeats: { qty: 2 } })
  return paypal
}

/** Makes the server accept, return and cancel this order. */
export function acceptOrders(order: Order = aHeldOrder()) {
  answer("POST /api/orders", order, 201)
  answer(`/api/orders/${order._id}`, order)
  answer(`POST /api/orders/${order._id}/paypal`, { id: "PAYPAL1" })
  answer(`POST /api/orders/${order._id}/cancel`, { ...order, status: "cancelled" })
  return order
}

/** Makes the server accept the payment of this order. */
export const acceptPayment = (order: Order) => {
  const paid: Order = { ...order, status: "paid", heldUntil: null }
  answer(`PUT /api/orders/${order._id}/pay`, () => {
    answer(`/api/orders/${order._id}`, { ...paid })
    return { ...paid }
  })
}

export async function openCheckout(url: string = paths.checkout()) {
  const visit = renderAt(url, { as: ana })
  await waitFor(() => expect(payPalButton()).toBeTruthy())
  return visit
}

export const payPalButton = () => document.querySelector<HTMLElement & { disabled?: boolean }>("paypal-button")!
export const cardButton = () =>
  document.querySelector<HTMLElement & { disabled?: boolean }>("paypal-basic-card-button")!
export const isDisabled = (button: HTMLElement & { disabled?: boolean }) =>
  Boolean(button.disabled ?? button.hasAttribute("disabled"))
export const press = (button: HTMLElement) => act(async () => button.click())
export const keys = () => requests("POST /api/orders").map((call) => call.headers.get("Idempotency-Key"))
