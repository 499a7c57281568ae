import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { aProductDate } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anEmptyShop } from "~/testing/pages/anEmptyShop"
import { renderAt } from "~/testing/renderAt"
import { answer, hold } from "~/testing/server"

test("on a large screen the logo spins until the events are loaded", async () => {
  onALargeScreen()
  anEmptyShop()
  const dates = hold()
  answer("/api/products/all", [aProductDate()], 200, dates)
  renderAt("/")

  const message = await screen.findByText("Loading events…")
  expect(message.closest("[role=status]")!.querySelector(".turn")).toBeInTheDocument()
  dates.release()
  await screen.findByRole("region", { name: "Featured events" })

  expect(screen.queryByText("Loading events…")).not.toBeInTheDocument()
})
