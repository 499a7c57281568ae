import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { anEvent, openForm, saves, update } from "~/testing/pages/editEvent"

const prices = { memberPrice: 10, memberSeats: 2, fairValue: 9.5 }

test("the member price and the fair market value are shown and saved unchanged", async () => {
  const { user } = openForm(anEvent(prices))

  expect(await screen.findByLabelText("Member Price (optional)")).toHaveValue("10.00")
  expect(screen.getByLabelText("Seats per member")).toHaveValue("2")
  expect(screen.getByLabelText("Fair market value (optional)")).toHaveValue("9.50")
  await update(user)

  await waitFor(() => expect(saves()[0]).toMatchObject(prices))
})

test("without a member price, the seats per member are not asked for", async () => {
  const { user } = openForm(anEvent(prices))

  await user.clear(await screen.findByLabelText("Member Price (optional)"))
  expect(screen.queryByLabelText("Seats per member")).not.toBeInTheDocument()
  await user.clear(screen.getByLabelText("Fair market value (optional)"))
  await update(user)

  await waitFor(() => expect(saves()[0]).toMatchObject({ memberPrice: null, memberSeats: 2, fairValue: null }))
})

test("a number of seats that members can't have is refused on its field", async () => {
  const { user } = openForm(anEvent(prices))
  const seats = await screen.findByLabelText("Seats per member")

  await user.clear(seats)
  await user.type(seats, "0")
  await update(user)

  expect((await screen.findAllByText("Enter a whole number from 1 to 10."))[0]).toBeVisible()
  expect(saves()).toEqual([])
})
