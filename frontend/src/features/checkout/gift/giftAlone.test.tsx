import { screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/paths"
import { cart } from "~/state/cart"
import { setShop } from "~/state/shop"
import {
  acceptOrders,
  acceptPayment,
  aCartToPay,
  aHeldOrder,
  ana,
  openCheckout,
  payPalButton,
  press,
  sent,
} from "~/testing/pages/checkout"
import type { FakePayPal } from "~/testing/pages/paypal"
import { renderAt } from "~/testing/renderAt"

let paypal: FakePayPal
beforeEach(() => {
  paypal = aCartToPay()
  setShop({ timeZone: "America/Los_Angeles", name: "Charity Card Shop", charity: "Food Bank" })
})

const aGift = () => aHeldOrder({ orderItems: [], itemsPrice: 0, taxPrice: 0, giftPrice: 25, totalPrice: 25 })

test("a gift without tickets is an order without lines, and the cart stays as it is", async () => {
  const order = acceptOrders(aGift())
  acceptPayment(order)
  await openCheckout(paths.payGift(25))
  expect(screen.getByText("Gift to Food Bank").nextElementSibling).toHaveTextContent("$25.00")
  expect(screen.queryByText(/^Subtotal/)).not.toBeInTheDocument()

  await press(payPalButton())
  await paypal.approve()

  expect(await screen.findByRole("heading", { level: 1, name: "Thank you for your gift!" })).toBeVisible()
  expect(sent("POST", "/api/orders")[0]!.body).toEqual({ orderItems: [], giftPrice: 25, totalPrice: 25 })
  expect(screen.queryByText(/Bring this page/)).not.toBeInTheDocument()
  expect(cart.get().cartItems).toHaveLength(1)
})

test("canceling at PayPal cancels the order, and the next press sends the same gift with a new key", async () => {
  const order = acceptOrders(aGift())
  await openCheckout(paths.payGift(25))
  await press(payPalButton())
  await waitFor(() => expect(sent("POST", `/api/orders/${order._id}/paypal`)).toHaveLength(1))
  await paypal.cancel()

  expect(await screen.findByText("You canceled the payment. Nothing was charged.")).toBeVisible()
  expect(sent("POST", `/api/orders/${order._id}/cancel`)).toHaveLength(1)
  await press(payPalButton())

  await waitFor(() => expect(sent("POST", "/api/orders")).toHaveLength(2))
  const keys = sent("POST", "/api/orders").map(({ headers }) => headers.get("Idempotency-Key"))
  expect(new Set(keys).size).toBe(2)
})

test("an amount that isn't possible leads back to the choice of an amount", async () => {
  const { address } = renderAt("/checkout/?gift=0.50", { as: ana })

  await waitFor(() => expect(address()).toBe(paths.give()))
})
