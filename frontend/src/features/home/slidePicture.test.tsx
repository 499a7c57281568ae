import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { aProductDate } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anEmptyShop } from "~/testing/pages/anEmptyShop"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

test("a slide shows its event's image", async () => {
  onALargeScreen()
  anEmptyShop()
  answer("/api/products/all", [aProductDate({ image: "/media/events/ab12.jpg" })])
  renderAt("/")

  const carousel = await screen.findByRole("region", { name: "Featured events" })
  expect(carousel.querySelector('figure img[src="/media/events/ab12.jpg"]')).toBeInTheDocument()
})
