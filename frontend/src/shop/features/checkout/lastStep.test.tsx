import { act, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import type { Order } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import {
  aCartToPay,
  acceptOrders,
  acceptPayment,
  aHeldOrder,
  ana,
  bookings,
  friday,
  keys,
  openCheckout,
  payPalButton,
  press,
  product,
} from "~/testing/pages/checkout"
import { anOrder, anOrderItem } from "~/testing/factories"
import { answer, atEnd, calls, hold, renderAt, requests } from "~/testing/browser"
import type { FakePayPal } from "~/testing/pages/paypal"
import { checkout } from "~/shop/state/checkout"
import { session } from "~/shop/state/session"
import { requestOf } from "./payment/placing"

const THANKS = "Thank you for your purchase!"
const CONFIRMING = "Confirming your payment…"

let paypal: FakePayPal
beforeEach(() => {
  paypal = aCartToPay()
})

/** Records every text that the page shows from now on. */
function watchTexts(): string[] {
  const texts: string[] = []
  const log = () => {
    const text = document.body.textContent
    if (texts.at(-1) !== text) texts.push(text)
  }
  const observer = new MutationObserver(log)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  atEnd(() => observer.disconnect())
  return texts
}

/** The requests that change data, in order, without IDs. */
const changesSent = () =>
  calls
    .filter(({ method }) => method !== "GET")
    .map(({ method, url }) => `${method} ${url.pathname.replace(/[0-9a-f]{24}/, "{id}")}`)

async function expectDirectThanks(texts: string[], lastText: string) {
  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
  expect(texts.filter((text) => text.includes("in another tab"))).toEqual([])
  expect(texts.filter((text) => text.includes("The cart's empty"))).toEqual([])
  expect(texts.findLast((text) => !text.includes(THANKS))).toContain(lastText)
}

function aFreeOrder(): Order {
  answer(`/api/products/${product._id}`, { ...product, price: 0 })
  cart.updateItem(product._id, { price: 0 })
  const order = anOrder({ totalPrice: 0, orderItems: [anOrderItem({ _id: product._id, bookings })] })
  return acceptOrders(order)
}

const placeFree = () => screen.findByRole("button", { name: /^Book for free/ })

test("a PayPal payment shows Confirming until the order page opens, and sends each request once", async () => {
  const order = acceptOrders()
  acceptPayment(order)
  await openCheckout()
  const texts = watchTexts()

  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  await paypal.approve()

  await expectDirectThanks(texts, CONFIRMING)
  expect(changesSent()).toEqual(["POST /api/orders", "POST /api/orders/{id}/paypal", "PUT /api/orders/{id}/pay"])
})

test("a free order shows Booking until the order page opens, and sends each request once", async () => {
  const order = aFreeOrder()
  const { user } = renderAt(paths.checkout(), { as: ana })
  const button = await placeFree()
  const texts = watchTexts()

  await user.click(button)

  await expectDirectThanks(texts, "Booking…")
  expect(changesSent()).toEqual(["POST /api/orders"])
  expect(requests(`GET /api/orders/${order._id}`)).toEqual([])
})

test("a free order needs no address and ends with You're booked", async () => {
  cart.saveShippingAddress({})
  aFreeOrder()
  const { user } = renderAt(paths.checkout(), { as: ana })
  const button = await placeFree()

  expect(screen.queryByText("Add contact information to pay")).not.toBeInTheDocument()
  const contact = screen.getByRole("button", { name: /^Contact Information/ })
  expect(contact).toHaveTextContent("Ana Diaz")
  expect(contact).toHaveTextContent("No address needed")
  expect(screen.queryByRole("checkbox", { name: "Billing address is different" })).not.toBeInTheDocument()
  await user.click(button)

  expect(await screen.findByText("You're booked.")).toBeVisible()
  expect(screen.queryByText("Payment successful.")).not.toBeInTheDocument()
  expect(requests("POST /api/orders")[0]!.body).toMatchObject({ shippingAddress: {} })
})

test("if another tab pays for the cart while PayPal's window is open, the paid order is shown", async () => {
  const order = acceptOrders()
  await openCheckout()
  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  answer(`/api/orders/${order._id}`, { ...order, status: "paid", heldUntil: null })
  const texts = watchTexts()

  localStorage.setItem("cart", JSON.stringify({ ...cart.get(), cartItems: [] }))
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "cart" })))

  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
  expect(texts.some((text) => text.includes("your cart was paid or changed in another tab"))).toBe(true)
  expect(changesSent()).toEqual(["POST /api/orders", "POST /api/orders/{id}/paypal"])
})

test("a payment captured while the buyer cancels is not called uncharged", async () => {
  const order = acceptOrders()
  const { address } = await openCheckout()
  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  answer(
    `POST /api/orders/${order._id}/cancel`,
    () => {
      answer(`/api/orders/${order._id}`, { ...order, status: "capturing", heldUntil: null })
      return { message: "It is being confirmed.", code: "not_held" }
    },
    409,
  )

  await paypal.cancel()

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  expect(screen.queryByText(/Nothing was charged/)).not.toBeInTheDocument()
})

test("an approval for another order isn't stored with this one", async () => {
  const earlier = aHeldOrder()
  const order = acceptOrders()
  answer(`/api/orders/${earlier._id}`, earlier)
  answer(`POST /api/orders/${earlier._id}/paypal`, { id: "PAYPAL0" })
  await openCheckout()
  await press(payPalButton()) // stores this cart's order
  await screen.findByText(/Your seats are held/)
  await paypal.fail("The window broke.")
  document.body.replaceChildren()
  const message = "PayPal does not answer right now. Nothing was charged, and your seats are still held."
  answer(`PUT /api/orders/${earlier._id}/pay`, { message, code: "payment_unavailable" }, 503)
  await openCheckout(paths.payOrder(earlier._id))
  await press(payPalButton())
  await waitFor(() => expect(requests(`POST /api/orders/${earlier._id}/paypal`)).toHaveLength(1))
  await paypal.approve()

  await waitFor(() => expect(screen.getAllByText(message)[0]).toBeVisible())
  expect(JSON.parse(localStorage.getItem("checkout")!)).toMatchObject({ order: { _id: order._id }, approved: null })
})

test("an answer from before the payment does not replace the paid order", async () => {
  const order = acceptOrders()
  const unpaid = hold()
  answer(`/api/orders/${order._id}`, order, 200, unpaid)
  acceptPayment(order)
  await openCheckout()
  const texts = watchTexts()

  await press(payPalButton())
  await screen.findByText(/Your seats are held/)
  await paypal.approve()

  expect(await screen.findByRole("heading", { name: THANKS })).toBeVisible()
  unpaid.release()
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(screen.getByRole("heading", { name: THANKS })).toBeVisible()
  expect(texts.filter((text) => text.includes("Not paid yet"))).toEqual([])
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
