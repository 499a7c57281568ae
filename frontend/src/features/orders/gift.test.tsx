import { screen, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { setShop } from "~/state/shop"
import { anOrder, aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

beforeEach(() => setShop({ timeZone: "America/Los_Angeles", name: "Charity Card Shop", charity: "Food Bank" }))

async function show(order: Order) {
  answer(`/api/orders/${order._id}`, { ...order })
  renderAt(paths.order(order._id), { as: aUserInfo() })
  const total = within(await screen.findByRole("region", { name: "Order total" }))
  return (label: string) => total.queryByText(label)?.nextElementSibling?.textContent
}

const discounts: NonNullable<Order["discounts"]> = [
  { kind: "member", label: "Member price", amount: 2 },
  { kind: "voucher", label: "Code SPRING", amount: 2.2 },
]

test("an order shows what was taken off and its gift", async () => {
  const sums = { listPrice: 24, discounts, itemsPrice: 19.8, taxPrice: 2.97, giftPrice: 0.23, totalPrice: 23 }
  const row = await show(anOrder(sums))

  expect([row("Before discounts"), row("Member price"), row("Code SPRING")]).toEqual(["$24.00", "−$2.00", "−$2.20"])
  expect([row("Taxes & Other Fees"), row("Gift to Food Bank"), row("Total")]).toEqual(["$2.97", "$0.23", "$23.00"])
})

test("after a refund of all seats, the gift is what is left", async () => {
  const order = anOrder({ status: "partly_refunded", giftPrice: 5, totalPrice: 32.6, refundedPrice: 27.6 })
  order.orderItems[0]!.bookings[0]!.status = "refunded"
  const createdAt = "2026-11-24T22:00:00Z"
  order.refunds = [{ amount: 27.6, currency: "USD", status: "completed", createdAt, bookings: [], parts: [] }]
  await show(order)

  expect(screen.getByRole("heading", { level: 1, name: "This order has no seats left" })).toBeVisible()
  expect(screen.getByText("We refunded $27.60 on 11/24/2026. Your gift of $5.00 stays with Food Bank.")).toBeVisible()
})

test("what a gift means for taxes is said with the total", async () => {
  const giftNote = "No goods or services were provided in exchange for this gift."
  const row = await show(
    anOrder({ orderItems: [], itemsPrice: 0, taxPrice: 0, giftPrice: 25, totalPrice: 25, giftNote }),
  )

  expect(screen.getByRole("heading", { level: 1, name: "Thank you for your gift!" })).toBeVisible()
  expect([row("Gift to Food Bank"), row("Taxes & Other Fees"), row("Total")]).toEqual(["$25.00", undefined, "$25.00"])
  expect(screen.getByText(giftNote)).toBeVisible()
  expect(screen.queryByText(/Bring this page/)).not.toBeInTheDocument()
})
