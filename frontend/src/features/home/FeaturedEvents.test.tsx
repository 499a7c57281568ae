import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { aProductDate } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anEmptyShop, withFurtherDates } from "~/testing/pages/anEmptyShop"
import { renderAt } from "~/testing/renderAt"
import { hold } from "~/testing/server"

test("on a large screen the logo spins until the events are loaded", async () => {
  onALargeScreen()
  anEmptyShop()
  const dates = hold()
  withFurtherDates([aProductDate(), aProductDate()], dates)
  renderAt("/")

  const message = await screen.findByText("Loading events…")
  expect(message.closest("[role=status]")!.querySelector(".turn")).toBeInTheDocument()
  dates.release()
  await screen.findByRole("region", { name: "Featured events" })

  expect(screen.queryByText("Loading events…")).not.toBeInTheDocument()
})
