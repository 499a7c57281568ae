import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import type { Quote } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { setShop } from "~/shop/state/shop"
import {
  aCartToPay,
  acceptOrders,
  acceptPayment,
  aHeldOrder,
  ana,
  isDisabled,
  openCheckout,
  payPalButton,
  press,
  product,
} from "~/testing/pages/checkout"
import type { FakePayPal } from "~/testing/pages/paypal"
import { answer, renderAt, requests } from "~/testing/browser"

let paypal: FakePayPal
beforeEach(() => {
  paypal = aCartToPay()
  setShop({ name: "Charity Card Shop", charity: "Food Bank" })
})

/** The server's price of two seats at $12 with the gift in the request, and with `discounts`. */
function answerQuotes(over: Partial<Quote> = {}) {
  answer("POST /api/orders/quote", ({ body }) => {
    const { giftPrice = 0 } = body as { giftPrice?: number }
    const seats = { listPrice: 24, discounts: [], itemsPrice: 24, shippingPrice: 0, taxPrice: 3.6, totalPrice: 27.6 }
    const price = { ...seats, ...over }
    return { ...price, giftPrice, totalPrice: Math.round(100 * (price.totalPrice + giftPrice)) / 100 }
  })
}

const group = async () => within(await screen.findByRole("group", { name: "Add a gift to Food Bank?" }))
const summary = (name = "Summary") => screen.getByRole("region", { name })
const row = (label: string, name?: string) => within(summary(name)).getByText(label).nextElementSibling?.textContent

test("no gift is chosen at first, and a plain cart is priced without the server", async () => {
  await openCheckout()

  const chips = (await group()).getAllByRole("button")
  expect(chips.map((chip) => chip.textContent)).toEqual(["$5", "$10", "$25", "Round up +$0.40", "Other"])
  for (const chip of chips) expect(chip).toHaveAttribute("aria-pressed", "false")
  expect(requests("POST /api/orders/quote")).toHaveLength(0)
  expect(within(summary()).queryByText(/^Gift/)).not.toBeInTheDocument()
})

test("rounding up adds the gift to the summary and to the order", async () => {
  answerQuotes()
  const order = acceptOrders(aHeldOrder({ giftPrice: 0.4, totalPrice: 28 }))
  acceptPayment(order)
  const { user } = await openCheckout()

  await user.click((await group()).getByRole("button", { name: "Round up +$0.40" }))
  await waitFor(() => expect(row("Gift to Food Bank")).toBe("$0.40"))
  expect(row("Total")).toBe("$28.00")
  await waitFor(() => expect(isDisabled(payPalButton())).toBe(false))
  await press(payPalButton())
  await paypal.approve()

  await screen.findByRole("heading", { level: 1, name: "Thank you for your purchase!" })
  expect(requests("POST /api/orders")[0]!.body).toMatchObject({
    orderItems: [{ _id: product._id }],
    itemsPrice: 24,
    taxPrice: 3.6,
    totalPrice: 28,
    giftPrice: 0.4,
  })
  await waitFor(() => expect(row("Gift to Food Bank", "Order total")).toBe("$0.40"))
  expect(cart.get().gift).toBeUndefined()
})

test("a gift that rounds up follows the total", async () => {
  answerQuotes()
  const { user } = await openCheckout()
  await user.click((await group()).getByRole("button", { name: /^Round up/ }))
  await waitFor(() => expect(row("Total")).toBe("$28.00"))

  answerQuotes({ listPrice: 12, itemsPrice: 12, taxPrice: 1.8, totalPrice: 13.8 })
  await user.selectOptions(screen.getByRole("combobox", { name: /^Seats/, hidden: true }), "1")

  await waitFor(() => expect(row("Total")).toBe("$14.00"))
  expect((await group()).getByRole("button", { name: "Round up +$0.20", pressed: true })).toBeVisible()
})

test("another amount is asked for, and the order can't be paid before it is entered", async () => {
  answerQuotes()
  const { user } = await openCheckout()
  const gift = await group()

  await user.click(gift.getByRole("button", { name: "Other" }))
  expect(isDisabled(payPalButton())).toBe(true)
  expect(screen.getByText("Enter the amount of your gift, or choose “No gift”.")).toBeVisible()
  await user.type(gift.getByLabelText("Amount"), "10000.01")
  await user.tab()
  expect(gift.getByText("Enter a gift up to $10,000.00.")).toBeVisible()
  await user.clear(gift.getByLabelText("Amount"))
  await user.type(gift.getByLabelText("Amount"), "12.50")

  await waitFor(() => expect(row("Total")).toBe("$40.10"))
  expect(requests("POST /api/orders/quote").at(-1)!.body).toMatchObject({ giftPrice: 12.5 })
  await waitFor(() => expect(isDisabled(payPalButton())).toBe(false))
})

test.each(["$10", "No gift"])("a gift of $10 is taken back with %s", async (name) => {
  answerQuotes()
  const { user } = await openCheckout()
  const gift = await group()
  expect(gift.queryByRole("button", { name: "No gift" })).not.toBeInTheDocument()
  await user.click(gift.getByRole("button", { name: "$10" }))
  await waitFor(() => expect(row("Total")).toBe("$37.60"))

  await user.click(gift.getByRole("button", { name }))

  await waitFor(() => expect(row("Total")).toBe("$27.60"))
  expect(cart.get().gift).toBeUndefined()
  expect(gift.getByRole("button", { name: "$10", pressed: false })).toHaveFocus()
})

test("a code that no longer works can be removed, and then the order can be paid", async () => {
  cart.setExtras({ voucher: "SPRING" })
  answer("POST /api/orders/quote", { message: "This code has been used.", code: "voucher_used" }, 409)
  const { user } = renderAt(paths.checkout(), { as: ana })
  expect(await screen.findByText("This code has been used.")).toBeVisible()
  expect(payPalButton()).toBeNull()

  await user.click(screen.getByRole("button", { name: "Remove the discount code SPRING" }))

  await waitFor(() => expect(payPalButton()).toBeTruthy())
  expect(cart.get().voucher).toBeUndefined()
})

test("a code whose last use went to somebody else while paying can be removed", async () => {
  cart.setExtras({ voucher: "SPRING" })
  answerQuotes({ discounts: [{ kind: "voucher", label: "Discount code SPRING", amount: 2.4 }], itemsPrice: 21.6 })
  await openCheckout()
  await waitFor(() => expect(isDisabled(payPalButton())).toBe(false))
  const used = { message: "This code has been used.", code: "voucher_used" }
  answer("POST /api/orders", used, 409)
  answer("POST /api/orders/quote", used, 409)

  await press(payPalButton())

  expect(await screen.findByRole("button", { name: "Remove the discount code SPRING" })).toBeVisible()
  expect(screen.getAllByText("This code has been used.")[0]).toBeVisible()
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
  expect(requests("POST /api/orders")[0]!.body).toEqual({ orderItems: [], giftPrice: 25, totalPrice: 25 })
  expect(screen.queryByText(/Bring this page/)).not.toBeInTheDocument()
  expect(cart.get().cartItems).toHaveLength(1)
})

test("canceling at PayPal cancels the order, and the next press sends the same gift with a new key", async () => {
  const order = acceptOrders(aGift())
  await openCheckout(paths.payGift(25))
  await press(payPalButton())
  await waitFor(() => expect(requests(`POST /api/orders/${order._id}/paypal`)).toHaveLength(1))
  await paypal.cancel()

  expect(await screen.findByText("You canceled the payment. Nothing was charged.")).toBeVisible()
  expect(requests(`POST /api/orders/${order._id}/cancel`)).toHaveLength(1)
  await press(payPalButton())

  await waitFor(() => expect(requests("POST /api/orders")).toHaveLength(2))
  const keys = requests("POST /api/orders").map(({ headers }) => headers.get("Idempotency-Key"))
  expect(new Set(keys).size).toBe(2)
})

test("an amount that isn't possible leads back to the choice of an amount", async () => {
  const { address } = renderAt("/checkout/?gift=0.50", { as: ana })

  await waitFor(() => expect(address()).toBe(paths.give()))
})
