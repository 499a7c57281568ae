import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/paths"
import { aProduct } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

test("the event page shows the event's image", async () => {
  const product = aProduct({ image: "/media/events/ab12.jpg" })
  answer(`/api/products/${product._id}`, { ...product })
  renderAt(paths.event(product._id))
  await screen.findByRole("heading", { level: 1, name: product.name })

  expect(document.querySelector('main img[src="/media/events/ab12.jpg"]')).toBeInTheDocument()
})
