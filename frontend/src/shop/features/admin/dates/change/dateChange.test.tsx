import { act, screen, waitFor, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { paths } from "~/shop/paths"
import { answer, atEnd, calls } from "~/testing/browser"
import {
  acceptDateChange,
  aDateChange,
  answerProgress,
  changeMeanwhile,
  ask,
  event,
  FRIDAY,
  KETTLE,
  openCheck,
  openDateChange,
  openProgress,
  openRelocation,
  REASON,
  refuseDateChange,
  SATURDAY,
  sentDateChanges,
} from "~/testing/pages/dateChange"

const CANCEL = { startTime: FRIDAY, kind: "cancel", reason: REASON, answerHours: 72 }
/** What is confirmed: the change, and that it was shown. */
const CONFIRMED = { ...CANCEL, digest: "d1" }
const cancelButton = () => screen.findByRole("button", { name: "Cancel this date, tell 41 people" })

test("the preview shows whom canceling a date affects, and changes nothing", async () => {
  const { check } = await openCheck("cancel")

  expect(check.getByRole("heading", { name: "Cancel Fri, Dec 12 · 7:00 PM?" })).toHaveFocus()
  expect(check.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "41 people",
    "18 orders",
    "44 seats",
    "$396.00",
    "3 guests",
    "5 waiting",
  ])
  expect(check.getByText(/^Buyers have 3 days to choose another date or their money back\./)).toBeVisible()
  expect(check.getByText("The 5 people who are waiting can no longer get seats on this date.")).toBeVisible()
  expect(check.getByText(REASON)).toBeVisible()
  expect(sentDateChanges().map(({ body }) => body)).toEqual([{ ...CANCEL, preview: true }])
})

test("of a date that nobody booked, the check says so instead of zeros", async () => {
  const nobody = { people: 0, orders: 0, seats: 0, money: 0, guests: 0, waiting: 0, byHand: [] }
  const { check } = await openCheck("cancel", nobody)

  expect(check.getByText("Nobody has booked this date.")).toBeVisible()
  expect(check.queryByText(/^0 |gets an email|^Buyers/)).not.toBeInTheDocument()
  expect(check.getByRole("button", { name: "Cancel this date" })).toBeVisible()
})

test("the progress of a date that nobody had booked counts nothing", async () => {
  openProgress(aDateChange({ total: 0, told: 0, undecided: 0, status: "done" }))

  expect(await screen.findByText("Done. Nobody had booked this date.")).toBeVisible()
  expect(screen.queryByText("Told by email")).not.toBeInTheDocument()
})

test("the red button cancels the date and opens the progress under its own address", async () => {
  const { user, address } = await openCheck("cancel")
  const change = aDateChange()
  acceptDateChange(change)

  await user.click(await cancelButton())

  expect(await screen.findByText("Sending emails.")).toBeVisible()
  expect(address()).toBe(paths.adminDateChange(event._id, { change: change._id }))
  const sent = sentDateChanges().at(-1)!
  expect(sent.body).toEqual(CONFIRMED)
  expect(sent.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/)
})

test("a date moves to the time that was entered, in the venue's time zone", async () => {
  const { user, check } = await openCheck("move")
  acceptDateChange(aDateChange({ kind: "move", to: SATURDAY }))

  expect(check.getByRole("heading")).toHaveTextContent("Move Fri, Dec 12 · 7:00 PM to Sat, Dec 13 · 8:00 PM?")
  expect(check.getByText(/Without an answer they keep their seats at the new time\.$/)).toBeVisible()
  await user.click(check.getByRole("button", { name: "Move this date, tell 41 people" }))

  await screen.findByText("Fri, Dec 12 · 7:00 PM has moved to Sat, Dec 13 · 8:00 PM.")
  expect(sentDateChanges().at(-1)!.body).toEqual({ ...CONFIRMED, kind: "move", to: "2036-12-14T04:00Z" })
})

test("a date is at another place, with the seats that it has there", async () => {
  const { user } = await openRelocation({ nowPlace: KETTLE.text, wasSeats: 24, nowSeats: 22 })
  const place = screen.getByLabelText("New place")
  expect(place).toHaveAccessibleDescription("Now at Foam & Felt, 5 Main Street. The list of places is under Events.")
  const offered = within(place).getAllByRole("option")
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    "Choose a place",
    "Kettle, 5 Main Street",
    "Copper Kettle, 12 Main St",
  ])
  expect(screen.getByText("Without an answer, people keep their seats at the new place.")).toBeVisible()

  await user.type(screen.getByLabelText(/^Seats there/), "22")
  await user.type(screen.getByLabelText("Reason"), REASON)
  await user.click(screen.getByRole("button", { name: "See who is affected" }))
  const check = within(await screen.findByRole("region", { name: /^Move / }))
  expect(check.getByRole("heading")).toHaveTextContent("Move Fri, Dec 12 · 7:00 PM to Copper Kettle, 12 Main St?")
  expect(check.getByText("24 seats until now, 22 from now on.")).toBeVisible()
  expect(check.getByText(/Without an answer they keep their seats at the new place\.$/)).toBeVisible()
  acceptDateChange(aDateChange({ kind: "move", to: FRIDAY, place: KETTLE.text }))
  await user.click(check.getByRole("button", { name: "Move this date, tell 41 people" }))

  expect(await screen.findByText("Fri, Dec 12 · 7:00 PM is at Copper Kettle, 12 Main St now.")).toBeVisible()
  expect(sentDateChanges().at(-1)!.body).toEqual({ ...CONFIRMED, kind: "move", placeId: KETTLE._id, seats: 22 })
})

test("only another number of seats tells nobody and needs no reason", async () => {
  const nobody = { people: 0, orders: 0, seats: 0, money: 0, guests: 0, waiting: 0 }
  const { user } = await openDateChange({ ...nobody, wasSeats: 24, nowSeats: 30 })

  await user.click(screen.getByRole("radio", { name: "It has another number of seats" }))
  expect(screen.queryByLabelText("Reason")).not.toBeInTheDocument()
  await user.click(screen.getByRole("button", { name: "See who is affected" }))
  expect((await screen.findAllByText("Enter a whole number from 1 to 100,000."))[0]).toBeVisible()
  await user.type(screen.getByLabelText("Seats there"), "30")
  await user.click(screen.getByRole("button", { name: "See who is affected" }))

  const check = within(await screen.findByRole("region", { name: "Fri, Dec 12 · 7:00 PM with 30 seats?" }))
  expect(check.getByText("24 seats until now, 30 from now on.")).toBeVisible()
  expect(check.queryByText(/booked|email/)).not.toBeInTheDocument()
  acceptDateChange(aDateChange({ kind: "move", to: FRIDAY, total: 0, told: 0, status: "done" }))
  await user.click(check.getByRole("button", { name: "Change this date" }))

  expect(await screen.findByText("Fri, Dec 12 · 7:00 PM has another number of seats now.")).toBeVisible()
  const sent = { startTime: FRIDAY, kind: "move", reason: "", answerHours: 72, seats: 30, digest: "d1" }
  expect(sentDateChanges().at(-1)!.body).toEqual(sent)
})

test("fewer seats than are taken are refused at their field", async () => {
  const { user } = await openRelocation()
  refuseDateChange("over_capacity", "20 seats are taken.", { errors: { seats: ["20 seats are taken."] } })

  await user.type(screen.getByLabelText(/^Seats there/), "8")
  await user.type(screen.getByLabelText("Reason"), REASON)
  await user.click(screen.getByRole("button", { name: "See who is affected" }))

  await waitFor(() =>
    expect(screen.getByLabelText(/^Seats there/)).toHaveAccessibleDescription(/20 seats are taken\.$/),
  )
})

test.each([
  [
    "cancel",
    396,
    /^Buyers have 3 days to choose their money back or keep it as a gift\. Without an answer they get it/,
  ],
  ["cancel", 0, /^Nothing was paid, so nothing is refunded\.$/],
  ["move", 0, /^Buyers keep their seats at the new time\.$/],
] as const)("without another date, nobody is said to choose one: %s, $%d", async (kind, money, sentence) => {
  const { check } = await openCheck(kind, { hasNoOtherDate: true, money })

  expect(check.getByText(sentence)).toBeVisible()
})

test("no time to answer refunds everyone immediately, as the button says", async () => {
  const { user } = await openDateChange()

  await user.click(screen.getByRole("radio", { name: "It is canceled" }))
  await user.type(screen.getByLabelText("Reason"), REASON)
  await user.selectOptions(screen.getByLabelText("Time to answer"), "None: refund everyone now")
  await user.click(screen.getByRole("button", { name: "See who is affected" }))

  expect(await screen.findByRole("button", { name: "Cancel this date and refund $396.00" })).toBeVisible()
  expect(screen.getByText("$396.00 is refunded immediately.")).toBeVisible()
  expect(sentDateChanges().at(-1)!.body).toEqual({ ...CANCEL, answerHours: 0, preview: true })
})

test("a missing choice, reason and new time are asked for, and nothing is sent", async () => {
  const visit = await openDateChange()

  await visit.user.click(screen.getByRole("button", { name: "See who is affected" }))
  expect(await screen.findByRole("alert")).toHaveTextContent("Choose what happens to this date.")
  await ask(visit, "move")

  expect(await screen.findByText("That is when it starts now. Enter another time.")).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText(/^New start/)).toHaveFocus())
  expect(sentDateChanges()).toEqual([])
})

test.each([
  ["", "Enter the new day and time."],
  ["2020-12-13T20:00", "Enter a time in the future."],
])("a date can't move to %j", async (time, problem) => {
  await ask(await openDateChange(), "move", time)

  expect(await screen.findByText(problem)).toBeVisible()
  expect(sentDateChanges()).toEqual([])
})

test("going back to the form keeps everything that was entered", async () => {
  const { user, check } = await openCheck("move")

  await user.click(check.getByRole("button", { name: "Change something" }))

  expect(screen.getByRole("button", { name: "See who is affected" })).toHaveFocus()
  expect(screen.getByRole("radio", { name: "It moves to a new time" })).toBeChecked()
  expect(screen.getByLabelText(/^New start/)).toHaveValue("2036-12-13T20:00")
  expect(screen.getByLabelText("Reason")).toHaveValue(REASON)
})

test("a new time at which the event has another date is shown on its field", async () => {
  const visit = await openDateChange()
  const message = "Friday Draft already has a date at that time."
  refuseDateChange("clash", message)

  await ask(visit, "move", "2036-12-19T19:00")

  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText(/^New start/)).toBeInvalid()
  expect(screen.getByLabelText("Reason")).toHaveValue(REASON)
})

test("if the numbers changed since they were shown, the page shows the new ones beside them, and nothing happened", async () => {
  const { user, check } = await openCheck("cancel")
  const message = "Whom this concerns has changed since you looked. Look at it again, then confirm."
  changeMeanwhile(message, { people: 42, money: 405, digest: "d2" })

  await user.click(await cancelButton())

  expect(await check.findByRole("alert")).toHaveTextContent(message)
  await waitFor(() =>
    expect(
      check
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent)
        .slice(0, 4),
    ).toEqual(["42 peoplebefore: 41 people", "18 orders", "44 seats", "$405.00before: $396.00"]),
  )
  acceptDateChange()
  await user.click(check.getByRole("button", { name: "Cancel this date, tell 42 people" }))
  await screen.findByText("Sending emails.")
  expect(sentDateChanges().at(-1)!.body).toEqual({ ...CANCEL, digest: "d2" })
})

test.each([
  ["payment_in_progress", "Payments for this date are still pending (orders C-7K3M9, C-4X2PQ). Try again soon."],
  ["date_unavailable", "This event isn't scheduled for that date."],
])("a refusal (%s) stays beside the button, and the same change can be sent again", async (code, message) => {
  const { user, check } = await openCheck("cancel")
  refuseDateChange(code, message)

  await user.click(await cancelButton())
  expect(await check.findByRole("alert")).toHaveTextContent(message)
  expect(check.queryByRole("link", { name: "Orders of this event" }) !== null).toBe(code === "payment_in_progress")
  acceptDateChange()
  await user.click(await cancelButton())

  expect(await screen.findByText("Sending emails.")).toBeVisible()
  expect(sentDateChanges().map(({ body }) => body)).toEqual([{ ...CANCEL, preview: true }, CONFIRMED, CONFIRMED])
})

const state = () => within(screen.getByRole("main")).getByRole("status")
const value = (label: string) => screen.getByText(label).nextElementSibling

test("the progress counts what has happened", async () => {
  openProgress(aDateChange({ told: 18, moved: 4, refunded: 6, undecided: 8 }))

  expect(await screen.findByText("Fri, Dec 12 · 7:00 PM is canceled.")).toBeVisible()
  expect(await screen.findByText("Friday Draft")).toBeVisible()
  expect(state()).toHaveTextContent("Waiting for answers until Mon, Dec 8, 7:00 PM PST.")
  expect(value("Told by email")).toHaveTextContent("18 of 18 bookings")
  expect(value("Not answered yet")).toHaveTextContent("8")
  expect(value("Moved to another date")).toHaveTextContent("4")
  expect(value("Refunded")).toHaveTextContent("6")
  expect(screen.queryByText("Kept")).not.toBeInTheDocument()
  expect(screen.getByRole("link", { name: "Guest list" })).toHaveAttribute(
    "href",
    paths.adminGuests(event._id, "2036-12-13T03:00:00Z"),
  )
})

test("a moved date counts the bookings that stay, and links to the list at the new time", async () => {
  openProgress(aDateChange({ kind: "move", to: SATURDAY, told: 18, kept: 12, undecided: 0, status: "done" }))

  expect(await screen.findByText("Fri, Dec 12 · 7:00 PM has moved to Sat, Dec 13 · 8:00 PM.")).toBeVisible()
  expect(value("Kept")).toHaveTextContent("12")
  expect(screen.getByRole("link", { name: "Guest list" })).toHaveAttribute(
    "href",
    paths.adminGuests(event._id, SATURDAY),
  )
})

test("the progress is fetched until the change is done, and then no more", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  atEnd(() => void vi.useRealTimers())
  const change = aDateChange({ told: 7 })
  openProgress(change)
  expect(await screen.findByText("7 of 18 bookings")).toBeVisible()
  answerProgress({ ...change, told: 18, undecided: 0, refunded: 18, status: "done" })

  await act(() => vi.advanceTimersByTimeAsync(2_000))

  await waitFor(() => expect(state()).toHaveTextContent("Done. Everyone has been told."))
  const fetched = () => calls.filter(({ url }) => url.pathname.startsWith("/api/date-changes/")).length
  const before = fetched()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(fetched()).toBe(before)
})

test("numbers that can't be updated stay on the page", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  atEnd(() => void vi.useRealTimers())
  const change = aDateChange({ told: 7 })
  openProgress(change)
  expect(await screen.findByText("7 of 18 bookings")).toBeVisible()
  answer(`/api/date-changes/${change._id}`, { message: "Try again in a minute." }, 500)

  await act(() => vi.advanceTimersByTimeAsync(2_000))

  expect(await screen.findByText("We couldn't update these numbers. Trying again…")).toBeVisible()
  expect(screen.getByText("7 of 18 bookings")).toBeVisible()
})
