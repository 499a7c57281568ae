import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Affected } from "~/common/api/types"
import { affectedBy, anEvent, aSeries, FRIDAYS, openMove, previews, saves, update } from "~/testing/pages/editEvent"
import { answer, answerNothing } from "~/testing/browser"

const [first, second] = FRIDAYS as [string, string]
const START = { startTime: "2036-12-13T04:00Z" }

const changeMeanwhile = (event: { _id: string }, affected: Affected | null) => {
  const message = "Whom this concerns has changed since you looked. Look at it again, then confirm."
  answer(`PUT /api/products/${event._id}`, { message, code: "changed" }, 409)
  answer(`POST /api/products/${event._id}/preview`, {
    dates: [],
    skippedDates: [],
    bookedDates: [],
    overbooked: [],
    affected,
  })
}

test("saving new times of booked dates shows first whom that concerns and what they get", async () => {
  const { dialog } = await openMove(aSeries(), first, second)

  expect(dialog).toHaveAccessibleName("Move 2 dates?")
  const [one, two] = within(within(dialog).getByRole("list", { name: "Dates" })).getAllByRole("listitem")
  expect(one).toHaveTextContent(
    "Fri, Dec 12 · 7:00 PM →to Fri, Dec 12 · 8:00 PM3 people · 3 seats · $30.00 · 1 guest · 1 waiting",
  )
  expect(two).toHaveTextContent("Fri, Dec 19 · 7:00 PM →to Fri, Dec 19 · 8:00 PM")
  const numbers = within(within(dialog).getByRole("list", { name: "Affected" })).getAllByRole("listitem")
  expect(numbers.map(({ textContent }) => textContent)).toEqual([
    "6 people",
    "6 orders",
    "6 seats",
    "$60.00",
    "2 guests",
    "2 waiting",
  ])
  expect(dialog).toHaveTextContent("Buyers have 3 days to choose another date or their money back.")
  expect(dialog.textContent.match(/Without an answer/g)).toHaveLength(1)
  expect(dialog).toHaveTextContent("The 2 people who are waiting keep their places, and can leave with one tap.")
  expect(saves()).toEqual([])
})

test("of an event with one date, nobody is said to choose another one", async () => {
  const { dialog } = await openMove(anEvent(), first)

  expect(dialog).toHaveTextContent("Buyers have 3 days to choose their money back or keep it as a gift.")
})

test("the dates move with the reason and the time to answer that were entered", async () => {
  const { dialog, user, address } = await openMove(aSeries(), first, second)

  await user.click(within(dialog).getByRole("button", { name: "Move 2 dates, tell 6 people" }))
  await waitFor(() => expect(within(dialog).getByLabelText("Reason")).toHaveFocus())
  expect(saves()).toEqual([])
  await user.type(within(dialog).getByLabelText("Reason"), "The room is taken.")
  await user.selectOptions(within(dialog).getByLabelText("Time to answer"), "24 hours")
  expect(dialog).toHaveTextContent("Buyers have 24 hours to choose")
  await user.click(within(dialog).getByRole("button", { name: "Move 2 dates, tell 6 people" }))

  await waitFor(() => expect(address()).toBe("/admin/products"))
  const terms = { moveBookings: true, reason: "The room is taken.", answerHours: 24, digest: "d1" }
  expect(saves()).toEqual([expect.objectContaining({ ...START, ...terms })])
})

test("the booked dates can keep their times, without a reason", async () => {
  const { dialog, user, address } = await openMove(anEvent(), first)

  await user.click(within(dialog).getByRole("button", { name: "Keep the old times" }))

  await waitFor(() => expect(address()).toBe("/admin/products"))
  expect(saves()).toEqual([expect.objectContaining({ ...START, moveBookings: false })])
})

test("where nobody can choose, no time to answer is asked for", async () => {
  const event = anEvent()
  const affected = affectedBy(first)
  const [date] = affected.dates
  answer(`POST /api/products/${event._id}/preview`, {})
  const { dialog, user } = await openMove(event, first)
  await user.click(within(dialog).getByRole("button", { name: "Close" }))
  const dates = [{ ...date!, kind: "end" as const, newStartTime: first, choice: false }]
  changeMeanwhile(event, { ...affected, dates })
  answer(`PUT /api/products/${event._id}`, { message: "These dates have bookings.", code: "booked_dates" }, 409)
  await update(user)

  const again = await screen.findByRole("dialog", { name: "Move this date?" })
  expect(again).toHaveTextContent("Fri, Dec 12 · 7:00 PM ends at 11:00 PM")
  expect(again).toHaveTextContent("Buyers keep their seats at the new time.")
  expect(within(again).queryByLabelText("Time to answer")).not.toBeInTheDocument()
})

test("booked dates of an event at another place say where they are, and may stay where they were", async () => {
  const event = anEvent()
  const { dialog, user } = await openMove(event, first)
  await user.click(within(dialog).getByRole("button", { name: "Close" }))
  const affected = affectedBy(first, second)
  const [one, two] = affected.dates
  const places = { wasPlace: "Copper Kettle Brewing", nowPlace: "Barge, 12 Main St" }
  const dates = [
    { ...one!, ...places, kind: "relocated" as const, newStartTime: first },
    { ...two!, ...places },
  ]
  changeMeanwhile(event, { ...affected, dates })
  answer(`PUT /api/products/${event._id}`, { message: "These dates have bookings.", code: "booked_dates" }, 409)
  await update(user)

  const again = await screen.findByRole("dialog", { name: "Move 2 dates?" })
  expect(again).toHaveTextContent("Fri, Dec 12 · 7:00 PM is now at Barge, 12 Main St")
  expect(again).toHaveTextContent("Fri, Dec 19 · 8:00 PM, at Barge, 12 Main St")
  expect(within(again).getByRole("button", { name: "Keep them as they are" })).toBeEnabled()
})

test("if somebody books meanwhile, nothing is saved, and the new numbers stand beside the old ones", async () => {
  const event = anEvent()
  const { dialog, user, address } = await openMove(event, first)
  await user.type(within(dialog).getByLabelText("Reason"), "The room is taken.")
  changeMeanwhile(event, { ...affectedBy(first), users: 4, seats: 5, money: 50, digest: "d2" })
  await user.click(within(dialog).getByRole("button", { name: "Move 1 date, tell 3 people" }))

  expect(await within(dialog).findByText(/^Whom this concerns has changed/)).toBeVisible()
  const numbers = within(within(dialog).getByRole("list", { name: "Affected" })).getAllByRole("listitem")
  expect(numbers.map(({ textContent }) => textContent).slice(0, 4)).toEqual([
    "4 peoplebefore: 3 people",
    "3 orders",
    "5 seatsbefore: 3 seats",
    "$50.00before: $30.00",
  ])
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("The room is taken.")
  answer(`PUT /api/products/${event._id}`, event)
  await user.click(within(dialog).getByRole("button", { name: "Move 1 date, tell 4 people" }))

  await waitFor(() => expect(address()).toBe("/admin/products"))
  expect(saves().at(-1)).toMatchObject({ moveBookings: true, digest: "d2" })
})

test("if nobody is concerned any more, the question ends, and the next save asks nothing", async () => {
  const event = anEvent()
  const { dialog, user, address } = await openMove(event, first)
  await user.type(within(dialog).getByLabelText("Reason"), "The room is taken.")
  changeMeanwhile(event, null)
  await user.click(within(dialog).getByRole("button", { name: "Move 1 date, tell 3 people" }))

  expect(await screen.findByText(/^Whom this concerns has changed/)).toBeVisible()
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  answer(`PUT /api/products/${event._id}`, event)
  await update(user)
  await waitFor(() => expect(address()).toBe("/admin/products"))
})

test("what has to be corrected in the form is shown there, and the reason is kept", async () => {
  const event = anEvent()
  const { dialog, user } = await openMove(event, first)
  await user.type(within(dialog).getByLabelText("Reason"), "The room is taken.")
  answer(`PUT /api/products/${event._id}`, { message: "There is another date then.", code: "date_taken" }, 409)
  await user.click(within(dialog).getByRole("button", { name: "Move 1 date, tell 3 people" }))

  expect(await screen.findByText("There is another date then.")).toBeVisible()
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  answer(`PUT /api/products/${event._id}`, { message: "These dates have bookings.", code: "booked_dates" }, 409)
  await update(user)
  expect(await screen.findByLabelText("Reason")).toHaveValue("The room is taken.")
})

test("without a connection the question stays, and nothing is lost", async () => {
  const event = anEvent()
  const { dialog, user } = await openMove(event, first)
  await user.type(within(dialog).getByLabelText("Reason"), "The room is taken.")
  answerNothing(`PUT /api/products/${event._id}`)
  await user.click(within(dialog).getByRole("button", { name: "Move 1 date, tell 3 people" }))

  expect(await within(dialog).findByText("We couldn't reach the shop. Check your connection.")).toBeVisible()
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("The room is taken.")
})

test("whom a move concerns is counted with the fields that would be saved", async () => {
  await openMove(anEvent(), first)

  const seen: unknown = expect.objectContaining({ startTime: first })
  expect(previews()).toContainEqual(expect.objectContaining({ ...START, moveBookings: true, seen }))
})
