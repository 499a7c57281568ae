import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { aDate, aProduct, aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"

const friday = "2099-12-05T03:00:00Z" // Friday, December 4, 7 PM at the venue
const product = aProduct({ price: 12, occurrences: [aDate({ startTime: friday, countInStock: 8 })] })

beforeEach(() => {
  answer(`/api/products/${product._id}`, product)
  cart.add(product, { bookingDate: friday, reservationSeats: { qty: 2 } })
})

const quotes = () => requests("/api/orders/quote").map(({ body }) => body)
const summary = () => screen.getByRole("region", { name: "Order Summary" })
const row = (label: string) =>
  within(summary())
    .getAllByRole("term")
    .find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent
const quoted = {
  listPrice: 24,
  discounts: [{ kind: "voucher", label: "Discount code SPRING", amount: 2.4 }],
  itemsPrice: 21.6,
  shippingPrice: 0,
  taxPrice: 3.24,
  giftPrice: 0,
  totalPrice: 24.84,
}

async function enter(code: string) {
  const { user } = renderAt(paths.cart())
  await user.click(await screen.findByRole("button", { name: "Have a discount code?" }))
  expect(screen.getByLabelText("Discount code")).toHaveFocus()
  await user.type(screen.getByLabelText("Discount code"), `${code}{Enter}`)
  return user
}

test("a code is asked for in one field, and then the summary shows what it takes off", async () => {
  answer("POST /api/orders/quote", quoted)
  await enter("spring")

  await waitFor(() => expect(row("Discount code SPRING")).toBe("−$2.40"))
  expect(quotes()[0]).toMatchObject({ voucher: "SPRING", orderItems: [{ _id: product._id }] })
  expect([row("Subtotal"), row("Taxes")]).toEqual(["$24.00", "$3.24"])
  expect(screen.getAllByText("$24.84").length).toBeGreaterThan(1) // in the summary and in the bar of phones
  expect(cart.get().voucher).toBe("SPRING")
})

test("a code that the server refuses is reported at its field and not kept", async () => {
  answer("POST /api/orders/quote", { message: "We don't know this code.", code: "voucher_unknown" }, 409)
  await enter("nope")

  expect(await screen.findByText("We don't know this code.")).toBeVisible()
  expect(screen.getByLabelText("Discount code")).toHaveValue("nope")
  expect(cart.get().voucher).toBeUndefined()
})

test("a code that was entered earlier is named once in the sums, and leaves the focus where it is", async () => {
  answer("POST /api/orders/quote", quoted)
  cart.setExtras({ voucher: "SPRING" })
  renderAt(paths.cart())

  expect(await screen.findByRole("button", { name: "Remove the discount code SPRING" })).toBeVisible()
  expect(await screen.findAllByText(/^Discount code/)).toHaveLength(1)
  expect(document.body).toHaveFocus()
})

test("a removed code is not used any more", async () => {
  answer("POST /api/orders/quote", quoted)
  const user = await enter("SPRING")

  await user.click(await screen.findByRole("button", { name: "Remove the discount code SPRING" }))

  await waitFor(() => expect(row("Total")).toBe("$27.60"))
  expect(screen.queryByText("Discount code SPRING")).not.toBeInTheDocument()
  expect(cart.get().voucher).toBeUndefined()
})

test("the server prices the cart of a signed-in visitor if members pay another price", async () => {
  answer(`/api/products/${product._id}`, { ...product, memberPrice: 10 })
  const discounts = [{ kind: "member", label: "Member price", amount: 2 }]
  answer("POST /api/orders/quote", { ...quoted, discounts, itemsPrice: 22, taxPrice: 3.3, totalPrice: 25.3 })
  renderAt(paths.cart(), { as: aUserInfo() })

  await waitFor(() => expect(row("Member price")).toBe("−$2.00"))
  expect([row("Subtotal"), row("Total")]).toEqual(["$24.00", "$25.30"])
})
