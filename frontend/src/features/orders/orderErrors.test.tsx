import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/paths"
import { anOrder, aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer, answerNothing } from "~/testing/server"

test("another user's order is not found", async () => {
  answer("/api/orders/1", { message: "Page not found." }, 404)
  renderAt(paths.order("1"), { as: aUserInfo() })

  expect(await screen.findByRole("heading", { name: "We can't find that order." })).toBeVisible()
  expect(screen.getByRole("link", { name: "Home" })).toBeVisible()
})

test("an order that failed to load can be loaded again", async () => {
  const order = anOrder()
  answerNothing(`/api/orders/${order._id}`)
  const { user } = renderAt(paths.order(order._id), { as: aUserInfo() })
  expect(await screen.findByText("We couldn't load your order.")).toBeVisible()

  answer(`/api/orders/${order._id}`, { ...order })
  await user.click(screen.getByRole("button", { name: "Try again" }))

  expect(await screen.findByRole("heading", { name: "Thank you for your purchase!" })).toBeVisible()
})
