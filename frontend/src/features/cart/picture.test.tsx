import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/paths"
import { cart } from "~/state/cart"
import { aDate, aProduct } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

test("a cart line shows the event's image, under the heading My Cart", async () => {
  const date = aDate()
  const product = aProduct({ image: "/media/events/ab12.jpg", occurrences: [date] })
  answer(`/api/products/${product._id}`, { ...product })
  cart.add(product, { bookingDate: date.startTime, reservationSeats: { qty: 1 } })
  renderAt(paths.cart())

  expect(await screen.findByRole("heading", { level: 1, name: "My Cart" })).toBeVisible()
  expect(document.querySelector('li img[src="/media/events/ab12.jpg"]')).toBeInTheDocument()
})
