import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ReviewItem } from "~/api/queries/staff/orders"
import { paths } from "~/paths"
import { anOrder, aUserInfo, inDays } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

test("an order whose payment is too old for PayPal is listed for a refund by hand", async () => {
  const { _id, number, buyer } = anOrder()
  const item: ReviewItem = {
    kind: "refund_by_hand",
    _id,
    number,
    buyer,
    since: inDays(-1),
    amount: 27.6,
    currency: "USD",
    message: "Return the money another way.",
    problem: "",
    isSecondPayment: false,
    alert: "a1",
    canReleaseSeats: false,
  }
  answer("/api/orders", { orders: [], page: 1, pages: 1, total: 0 })
  answer("/api/orders/attention", [item])
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("POST /api/payments/alerts/a1/resolve", { _id: "a1", kind: "refund_by_hand", resolvedAt: inDays(0) })
  const { user } = renderAt(paths.adminList("orders"), { as: aUserInfo({ isAdmin: true }) })

  const panel = within(await screen.findByRole("region", { name: "1 problem needs attention" }))
  expect(panel.getByText("Refund by hand").nextElementSibling).toHaveTextContent("$27.60")
  expect(panel.getByText("Return the money another way.")).toBeVisible()
  expect(panel.getByRole("link", { name: `Open order ${number}` })).toHaveAttribute("href", paths.order(_id))
  await user.click(panel.getByRole("button", { name: `Mark as done: $27.60, order ${number}` }))

  expect(await screen.findByText("Marked as done.")).toBeVisible()
})
