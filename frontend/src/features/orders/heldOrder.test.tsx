import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { anOrder, aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

const THANKS = "Thank you for your purchase!"

function show(order: Order) {
  answer(`/api/orders/${order._id}`, { ...order })
  return renderAt(paths.order(order._id), { as: aUserInfo() })
}

const held = () =>
  anOrder({ status: "held", paidAt: null, heldUntil: new Date(Date.now() + 9.5 * 60_000).toISOString() })

test("a held order can be paid", async () => {
  const order = held()
  show(order)

  expect(await screen.findByText(/^Your seats are held until/)).toHaveTextContent("10 minutes left.")
  expect(screen.getByRole("link", { name: "Finish paying" })).toHaveAttribute("href", paths.payOrder(order._id))
  expect(screen.queryByText(THANKS)).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: /Add to calendar/ })).not.toBeInTheDocument()
})

test("the minutes of a hold follow the server's clock, even if the visitor's is ten minutes fast", async () => {
  const serverTime = Date.now() - 10 * 60_000
  const order = { ...held(), heldUntil: new Date(serverTime + 9.5 * 60_000).toISOString() }
  answer(`/api/orders/${order._id}`, { ...order }, 200, { headers: { Date: new Date(serverTime).toUTCString() } })
  renderAt(paths.order(order._id), { as: aUserInfo() })

  expect(await screen.findByText(/^Your seats are held until/)).toHaveTextContent("10 minutes left.")
})

test("a held order can be canceled after a confirmation", async () => {
  const order = held()
  answer(`POST /api/orders/${order._id}/cancel`, () => {
    answer(`/api/orders/${order._id}`, { ...order, status: "cancelled", heldUntil: null })
    return { ...order, status: "cancelled" }
  })
  const { user } = show(order)
  await user.click(await screen.findByRole("button", { name: "Cancel order" }))
  const dialog = await screen.findByRole("alertdialog", { name: "Cancel this order?" })
  expect(within(dialog).getByRole("button", { name: "Keep the order" })).toHaveFocus()

  await user.click(within(dialog).getByRole("button", { name: /^Cancel order/ }))

  expect(await screen.findByRole("heading", { name: "This order was canceled" })).toBeVisible()
})
