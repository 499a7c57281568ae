import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { aProductDate } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anEmptyShop, withFurtherDates } from "~/testing/pages/anEmptyShop"
import { renderAt } from "~/testing/renderAt"

test("a slide shows its event's image", async () => {
  onALargeScreen()
  anEmptyShop()
  withFurtherDates([aProductDate({ image: "/media/events/ab12.jpg" }), aProductDate()])
  renderAt("/")

  const carousel = await screen.findByRole("region", { name: "Featured events" })
  expect(carousel.querySelector('figure img[src="/media/events/ab12.jpg"]')).toBeInTheDocument()
})
