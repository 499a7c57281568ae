import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/paths"
import { anEvent, aSeries, openDates, openForm, saves, update } from "~/testing/pages/editEvent"

test("unsaved fields are kept while staff look at the dates", async () => {
  const event = anEvent()
  const { user, address } = openForm(event)
  const name = await screen.findByLabelText("Event Name")
  await user.clear(name)
  await user.type(name, "Draft night")

  await user.click(screen.getByRole("tab", { name: "Dates" }))

  await waitFor(() => expect(address()).toBe(paths.adminEvent(event._id, "?tab=dates")))
  expect(await screen.findByRole("region", { name: "Upcoming dates" })).toBeVisible()
  expect(name).not.toBeVisible()
  await user.click(screen.getByRole("tab", { name: "Details (not saved)" }))
  await waitFor(() => expect(name).toBeVisible())
  expect(name).toHaveValue("Draft night")
  expect(address()).toBe(paths.adminEvent(event._id))
  await update(user)
  await waitFor(() => expect(saves()[0]).toMatchObject({ name: "Draft night" }))
})

test("arrow keys choose a tab, and only the chosen one is a stop of the Tab key", async () => {
  const { user } = openForm(anEvent())
  const details = await screen.findByRole("tab", { name: "Details" })
  const dates = screen.getByRole("tab", { name: "Dates" })
  details.focus()

  await user.keyboard("{ArrowRight}")

  await waitFor(() => expect(dates).toHaveAttribute("aria-selected", "true"))
  expect(dates).toHaveFocus()
  expect(await screen.findByRole("tabpanel", { name: "Dates" })).toBeVisible()
  expect([details.tabIndex, dates.tabIndex]).toEqual([-1, 0])
  await user.keyboard("{Home}")
  await waitFor(() => expect(details).toHaveAttribute("aria-selected", "true"))
  expect(details).toHaveFocus()
})

test("the dates say how they repeat, and lead to the form's times", async () => {
  const { user } = openDates(aSeries())

  expect(await screen.findByText(/^Repeats every Friday, 7:00–10:00 PM PST, until Jan 3, 2037\.$/)).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Change the schedule" }))

  await waitFor(() => expect(screen.getByLabelText(/^Start Time/)).toHaveFocus())
})

test("a draft has no dates yet", async () => {
  openDates(anEvent({ status: "draft" }))

  expect(await screen.findByText("A draft's dates are here once it is public.")).toBeVisible()
  expect(screen.queryByRole("button", { name: /^Cancel/ })).not.toBeInTheDocument()
})
