import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { RecapDraft } from "~/common/api/types"
import { aProduct, inDays } from "~/testing/factories"
import { answer, requests } from "~/testing/browser"
import { openGuestList } from "~/testing/pages/guestList"

const event = aProduct({ name: "Friday Draft", occurrences: [] })
const startTime = inDays(-1)
const SAYS = ["Friday Draft brought in $212.40.", "You and 31 others paid for 118 school lunches."]

const anEmail = (over: Partial<RecapDraft> = {}): RecapDraft => ({
  product: event._id,
  name: event.name,
  startTime,
  goesOutAt: "2026-12-05T18:00:00Z",
  waitsFor: [],
  note: "",
  says: SAYS,
  recipients: 32,
  stoppedAt: null,
  sentAt: null,
  isTooLate: false,
  answers: { good: 0, better: 0, texts: [] },
  ...over,
})

function open(email: RecapDraft | null, date = startTime) {
  const page = openGuestList(event, { startTime: date, endTime: date })
  if (email) answer("/api/recaps/draft", email)
  return page
}

const region = () => screen.findByRole("region", { name: "Thank-you email" })
const sent = () => requests("PUT").at(-1)?.body

test("staff read when it goes out, to how many, and what it says", async () => {
  open(anEmail())

  expect(await region()).toHaveTextContent("Goes out Sat, Dec 5 · 10:00 AM: 32 emails.")
  expect(await region()).toHaveTextContent(`“${SAYS.join(" ")}”`)
})

test("a note is saved", async () => {
  const { user } = open(anEmail())
  answer("PUT /api/recaps/draft", anEmail({ note: "See you" }))

  await user.type(await screen.findByRole("textbox", { name: /^Your note/ }), "See you")
  await user.click(screen.getByRole("button", { name: "Save note" }))

  expect(await screen.findByText("The note is saved.")).toBeVisible()
  expect(sent()).toEqual({ product: event._id, bookingDate: startTime, note: "See you", seen: { note: "" } })
})

test("a long note is refused before it is sent, and stays", async () => {
  const { user } = open(anEmail({ note: "a".repeat(500) }))

  const note = await screen.findByRole("textbox", { name: /^Your note/ })
  await user.type(note, "b")
  await user.click(screen.getByRole("button", { name: "Save note" }))

  expect(await screen.findByText("Use at most 500 characters.")).toBeVisible()
  expect(note).toHaveValue("a".repeat(500) + "b")
  expect(sent()).toBeUndefined()
})

test("stopping it keeps what was typed, and staff can let it go out after all", async () => {
  const { user } = open(anEmail())
  answer("PUT /api/recaps/draft", ({ body }) => {
    const { isStopped } = body as { isStopped: boolean }
    const stopped = anEmail({ stoppedAt: isStopped ? inDays(0) : null })
    answer("/api/recaps/draft", stopped)
    return stopped
  })

  await user.type(await screen.findByRole("textbox", { name: /^Your note/ }), "Hm")
  await user.click(screen.getByRole("button", { name: "Stop this email" }))

  expect(await screen.findByText("You have stopped it. Nobody gets it.")).toBeVisible()
  expect(sent()).toEqual({ product: event._id, bookingDate: startTime, isStopped: true, seen: { isStopped: false } })
  expect(screen.getByRole("textbox", { name: /^Your note/ })).toHaveValue("Hm")
  await user.click(screen.getByRole("button", { name: "Let it go out" }))
  await waitFor(() => expect(sent()).toMatchObject({ isStopped: false, seen: { isStopped: true } }))
  expect(await screen.findByText(/^Goes out Sat/)).toBeVisible()
})

test("staff read what it waits for", async () => {
  open(anEmail({ waitsFor: ["The door is not closed yet.", "PayPal has not reported all fees yet."] }))

  expect(await screen.findByText("Goes out Sat, Dec 5 · 10:00 AM at the earliest: 32 emails.")).toBeVisible()
  expect(screen.getByText("The door is not closed yet.")).toBeVisible()
  expect(screen.getByText("PayPal has not reported all fees yet.")).toBeVisible()
})

test("once it went out, staff read the answers and can't change it", async () => {
  const texts = [{ isGood: false, text: "Too loud" }]
  open(anEmail({ sentAt: "2026-12-05T18:00:00Z", note: "See you", answers: { good: 12, better: 3, texts } }))

  const email = await region()
  expect(email).toHaveTextContent("Sent Sat, Dec 5 · 10:00 AM: 32 emails.")
  expect(email).toHaveTextContent("Yes: 12 · Could be better: 3")
  expect(within(email).getByRole("listitem")).toHaveTextContent("Could be better: Too loud")
  expect(email).toHaveTextContent("See you")
  expect(within(email).queryByRole("textbox")).not.toBeInTheDocument()
})

test("staff read why nobody was thanked in time", async () => {
  open(anEmail({ isTooLate: true, waitsFor: ["The club's postal address is missing."] }))

  expect(await region()).toHaveTextContent("Nobody was thanked, and now it is too late.")
  expect(await region()).toHaveTextContent("The club's postal address is missing.")
})

test("a date that has not begun has no thank-you email", async () => {
  open(null, inDays(2))

  await screen.findByRole("heading", { level: 1, name: "Guest list: Friday Draft" })
  expect(requests("/api/recaps/draft")).toEqual([])
})

test("a date that goes on shows its guests without one", async () => {
  open(null, inDays(0, -1))

  expect(await screen.findByText("Nobody has booked this date yet.")).toBeVisible()
  expect(screen.queryByRole("region", { name: "Thank-you email" })).not.toBeInTheDocument()
})
