import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { anEvent, openForm, saves, unfold, update } from "~/testing/pages/editEvent"

test("what guests need to know to come is shown, changed and saved", async () => {
  const visit = openForm(anEvent({ stepFree: true, parking: true, accessNote: "Ring at the side door." }))
  const { user } = visit

  expect(await screen.findByText("Step-free · parking")).toBeVisible()
  await unfold(visit, "Access")
  await user.click(screen.getByLabelText("Parking"))
  await user.click(screen.getByLabelText("Quiet corner"))
  await user.clear(screen.getByLabelText("Note (optional)"))
  expect(screen.getByText("Step-free · quiet corner")).toBeVisible()
  await update(user)

  await waitFor(() =>
    expect(saves()[0]).toMatchObject({
      stepFree: true,
      accessibleToilet: false,
      quietCorner: true,
      parking: false,
      accessNote: "",
    }),
  )
})
