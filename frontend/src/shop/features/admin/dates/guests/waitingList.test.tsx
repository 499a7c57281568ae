import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { StaffWaitingEntry } from "~/common/api/types"
import { formatDeadline } from "~/common/lib/time/dates"
import { aProduct, inDays } from "~/testing/factories"
import { answer, requests } from "~/testing/browser"
import { answerWaiting, openGuestList } from "~/testing/pages/guestList"

const event = aProduct({ name: "Friday Draft" })
const [date] = event.occurrences

const anEntry = (over: Partial<StaffWaitingEntry> = {}): StaffWaitingEntry => ({
  _id: crypto.randomUUID(),
  product: event._id,
  name: event.name,
  startTime: date!.startTime,
  seats: 3,
  seatsAtLeast: 2,
  status: "waiting",
  position: 1,
  offer: null,
  user: { _id: "6b0022129c206dee8f3169d6", firstName: "Bo", lastName: "Okafor", email: "bo@example.com" },
  joinedAt: inDays(-1),
  ...over,
})

function openList(entries: StaffWaitingEntry[]) {
  const page = openGuestList(event)
  answerWaiting(event, entries)
  return page
}

test("the guest list shows who waits, for how many seats, and what is offered", async () => {
  const until = inDays(1)
  const cleo = { _id: "6b0022129c206dee8f3169d7", firstName: "Cleo", lastName: "", email: "cleo@example.com" }
  openList([
    anEntry({ user: cleo, status: "offered", position: null, offer: { seats: 2, until, isOrdered: false } }),
    anEntry(),
  ])

  const list = await screen.findByRole("region", { name: "Waiting list" })
  const [offered, waiting] = within(list).getAllByRole("listitem")
  expect(within(list).getByText("0 free seats, 2 offered")).toBeVisible()
  expect(offered).toHaveTextContent(`Offered 2 seats until ${formatDeadline(until)}`)
  expect(waiting).toHaveTextContent("Bo Okafor")
  expect(waiting).toHaveTextContent("Number 1: 3 seats, at least 2")
})

test("staff remove an entry with a reason", async () => {
  const entry = anEntry()
  const { user } = openList([entry])
  answer(`DELETE /api/waiting/${entry._id}`, { ...entry, status: "removed", position: null })
  await user.click(await screen.findByRole("button", { name: "More for Bo Okafor" }))
  await user.click(screen.getByRole("button", { name: "Remove Bo Okafor" }))
  await user.type(await screen.findByLabelText("Reason"), "Asked us by phone.")

  answerWaiting(event, [])
  await user.click(screen.getByRole("button", { name: "Remove" }))

  await waitFor(() => expect(screen.queryByRole("region", { name: "Waiting list" })).not.toBeInTheDocument())
  expect(requests("DELETE").at(-1)!.body).toEqual({ reason: "Asked us by phone." })
})
