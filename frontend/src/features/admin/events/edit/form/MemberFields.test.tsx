import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { anEvent, openForm, saves, unfold, update } from "~/testing/pages/editEvent"

const prices = { memberPrice: 10, memberSeats: 2, fairValue: 9.5 }

test("the member price and the fair market value are shown and saved unchanged", async () => {
  const visit = openForm(anEvent(prices))
  const { user } = visit

  expect(await screen.findByText("$10.00 · 2 seats per member")).toBeVisible()
  expect(screen.getByText("A seat is worth $9.50")).toBeVisible()
  expect(screen.getByLabelText("Member Price (optional)")).not.toBeVisible()
  await unfold(visit, "Members")
  expect(screen.getByLabelText("Member Price (optional)")).toBeVisible()
  expect(screen.getByLabelText("Member Price (optional)")).toHaveValue("10.00")
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
  expect(screen.getByText("No member price")).toBeVisible()
  expect(screen.getByText("A seat is worth the list price")).toBeVisible()
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
  expect(seats).toBeVisible() // although nobody opened its fold
  expect(seats).toHaveFocus()
  expect(saves()).toEqual([])
})
