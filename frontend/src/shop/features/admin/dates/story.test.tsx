import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { answer, concerning, isBefore, requests } from "~/testing/browser"
import { aMove, event, FRIDAY, openDateChange } from "~/testing/pages/dateChange"
import { openGuestList } from "~/testing/pages/guestList"

const STORY = `/api/products/${event._id}/story`

async function openStory(...story: ReturnType<typeof aMove>[]) {
  answer(STORY, story)
  openGuestList(event, { startTime: FRIDAY })
  const section = await screen.findByRole("region", { name: "What happened to this date" })
  return within(section)
    .getAllByRole("listitem")
    .map((item) => [...item.children].map(({ textContent }) => textContent))
}

test("a date's page says last what happened to it, newest first, by whom and why", async () => {
  const hours = { wasStart: "2036-12-12T03:00:00Z", nowStart: "2036-12-12T04:00:00Z", answers: null, answerUntil: null }
  const lines = await openStory(
    aMove(),
    aMove({ ...hours, at: "2036-11-02T20:00:00Z", by: null, reason: "" }),
    aMove({
      kind: "relocated",
      wasPlace: "Foam & Felt",
      nowPlace: "Copper Kettle",
      wasSeats: 24,
      nowSeats: 16,
      answers: null,
    }),
    aMove({ ...hours, nowStart: hours.wasStart, nowEnd: "2036-12-12T05:00:00Z", at: "2036-11-01T20:00:00Z" }),
  )

  expect(lines).toEqual([
    [
      "Moved from Thu, Dec 11, 2036, 7:00 PM to Fri, Dec 12, 2036",
      "Rosa Ruiz, Mon, Nov 3, 2036: The room is taken.",
      "9 of 12 have answered. The others can until Thu, Nov 6, 7:00 PM PST.",
    ],
    ["Moved from Thu, Dec 11, 2036, 7:00 PM to 8:00 PM", "The shop, Sun, Nov 2, 2036"],
    [
      "Moved from Foam & Felt to Copper Kettle, 16 seats instead of 24",
      "Rosa Ruiz, Mon, Nov 3, 2036: The room is taken.",
    ],
    ["Ends at 9:00 PM", "Rosa Ruiz, Sat, Nov 1, 2036: The room is taken."],
  ])
  const edit = screen.getByRole("link", { name: "Edit this event" })
  expect(isBefore(edit, screen.getByRole("heading", { name: "What happened to this date" }))).toBe(true)
  expect(requests(STORY)[0]!.url.searchParams.get("when")).toBe(FRIDAY)
})

test.each([
  [{ total: 12, told: 12, atNewTime: 9, moved: 2, refunded: 1, undecided: 0, failed: 0 }, "12 bookings: 9 at the new time, 2 moved to another date, 1 refund."], // prettier-ignore
  [{ total: 12, told: 4, atNewTime: 0, moved: 1, refunded: 0, undecided: 11, failed: 1 }, "4 of 12 emails are sent. 1 of 12 has answered: 1 moved to another date, 1 refund failed. The others can until Thu, Nov 6, 7:00 PM PST."], // prettier-ignore
  [{ total: 8, told: 8, atNewTime: 0, moved: 0, refunded: 0, undecided: 8, failed: 0 }, "0 of 8 have answered. They can until Thu, Nov 6, 7:00 PM PST."], // prettier-ignore
])("it counts what people chose: %o", async (answers, text) => {
  expect((await openStory(aMove({ answers })))[0]![2]).toBe(text)
})

test.each([
  ["canceled", "Canceled"],
  ["restored", "Brought back"],
  ["dropped", "Left out of the schedule"],
] as const)("what is %s is told too", async (kind, text) => {
  expect(await openStory(aMove({ kind, answers: null, reason: "" }))).toEqual([[text, "Rosa Ruiz, Mon, Nov 3, 2036"]])
})

test("a date to which nothing happened has no story", async () => {
  openGuestList(event, { startTime: FRIDAY })

  await screen.findByText("Nobody has booked this date yet.")
  await waitFor(() => expect(requests("/api/door/nights")).not.toEqual([]))
  expect(screen.queryByRole("heading", { name: "What happened to this date" })).not.toBeInTheDocument()
})

test("while people choose, the date can be changed again, and the form says of what their choice will be", async () => {
  answer(STORY, [
    aMove({ answers: { total: 30, told: 30, atNewTime: 0, moved: 8, refunded: 4, undecided: 18, failed: 0 } }),
  ])
  await openDateChange()

  fireEvent.click(await screen.findByRole("radio", { name: "It moves to a new time" }))
  expect(await screen.findByText("12 of 30 have answered; their choice will be about the new time.")).toBeVisible()
  fireEvent.click(screen.getByRole("radio", { name: "It is canceled" }))
  expect(screen.getByText("12 of 30 have answered; their choice will be about the cancellation.")).toBeVisible()
})

test("a canceled date can be brought back, also while people choose", async () => {
  const { user } = openGuestList({ ...event, occurrences: [], skippedDates: [FRIDAY] }, { startTime: FRIDAY })
  answer(`POST /api/products/${event._id}/unsnooze`, event)
  answer(`/api/products/${event._id}/concerned`, concerning({ people: 2, seats: 3, money: 30, digest: "d1" }))

  await user.click(await screen.findByRole("button", { name: "Bring back" }))
  const dialog = await screen.findByRole("alertdialog", { name: "Bring Fri, Dec 12 back?" })
  expect(await within(dialog).findByText("2 people · 3 seats · $30.00")).toBeVisible()
  expect(dialog).toHaveTextContent("who can choose still can")
  await user.click(within(dialog).getByRole("button", { name: "Bring back" }))

  expect(await screen.findByText("Friday Draft on Fri, Dec 12 is back on the calendar.")).toBeVisible()
  expect(requests("POST")[0]!.body).toEqual({ startTime: FRIDAY, digest: "d1" })
})
