import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/paths"
import { anOrder, anOrderItem, aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

test("a ticket shows the event's image", async () => {
  const order = anOrder({ orderItems: [anOrderItem({ image: "/media/events/ab12.jpg" })] })
  answer(`/api/orders/${order._id}`, { ...order })
  renderAt(paths.order(order._id), { as: aUserInfo() })
  await screen.findByRole("heading", { level: 1, name: "Thank you for your purchase!" })

  expect(document.querySelector('li img[src="/media/events/ab12.jpg"]')).toBeInTheDocument()
})
