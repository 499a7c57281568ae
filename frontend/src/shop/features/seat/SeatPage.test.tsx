import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Seat } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aPass, inDays } from "~/testing/factories"
import { answer, isBefore, renderAt, requests } from "~/testing/browser"

const ID = "6b0022129c206dee8f3169d6"
const LINK = `${ID}.${"a".repeat(64)}`
const TICKET = `${ID}.${"b".repeat(64)}`
const DEAD = { message: "This link no longer works.", code: "not_found" }
const INSIDE = "Some of these guests are inside already."
const TAKEN = "Someone has already taken this seat."

const aSeat = (over: Partial<Seat> = {}): Seat => ({
  product: "p1",
  name: "Friday Draft",
  startTime: inDays(7),
  endTime: inDays(7, 6),
  eventLocation: "Foam & Felt, 5 Main Street",
  minAge: null,
  from: "Ana",
  status: "open",
  ...over,
})

const answerSeat = (token: string, seat: Seat) => answer(`/api/seats/${token}`, { ...seat })

/** Answers the claim, after which the link says that the seat is taken. */
function answerClaim() {
  answerSeat(LINK, aSeat())
  answer(`POST /api/seats/${LINK}`, { ticketUrl: `https://shop.example/seats/${TICKET}` }, 201)
  answerSeat(TICKET, aSeat({ status: "claimed", firstName: "Sam" }))
}

test("a guest's ticket begins with the guest's own code, even weeks before the date", async () => {
  const pass = aPass({ seats: 1, label: "Sam" })
  answerSeat(
    TICKET,
    aSeat({ startTime: inDays(30), endTime: inDays(30, 6), status: "claimed", firstName: "Sam", pass }),
  )
  renderAt(paths.seat(TICKET))

  expect(await screen.findByRole("heading", { level: 1, name: "Sam, this is your seat" })).toBeVisible()
  const code = screen.getByRole("img", { name: `QR code ${pass.code}` })
  expect(code.closest(".no-print")).toBeNull()
  expect(screen.getByText("1 seat · Sam")).toBeVisible()
  const name = screen.getByRole("heading", { level: 2, name: "Friday Draft" })
  expect(isBefore(code, name)).toBe(true)
})

test.each([
  ["over", inDays(-1)],
  ["canceled", inDays(3)],
  ["canceled", inDays(-1)],
])("a ticket of a date that is %s says so and shows no code", async (what, endTime) => {
  answer("/api/recaps", { startTime: endTime, raised: 212.4, buyers: 32, asOf: inDays(0), tables: null })
  answer("/api/products/p1/asked-date", { state: "over", text: "", startTime: endTime, endTime, nearest: [] })
  const ended = { status: "over", isCanceled: what === "canceled", startTime: endTime, endTime } as const
  answerSeat(TICKET, aSeat({ ...ended, firstName: "Sam", pass: aPass() }))
  renderAt(paths.seat(TICKET))

  expect(await screen.findByRole("heading", { level: 1, name: `This date is ${what}` })).toBeVisible()
  expect(screen.queryByRole("img", { name: /QR code/ })).not.toBeInTheDocument()
  expect(screen.queryByText(/Open map|Add to calendar/)).not.toBeInTheDocument()
  expect(screen.queryAllByText(/ was on /)).toHaveLength(what === "canceled" ? 0 : 1)
  if (what === "canceled") return
  expect(screen.getByRole("heading", { level: 2, name: /^Friday Draft was on / })).toBeVisible()
  expect(await screen.findByText(/^It brought in \$212\.40 after /)).toBeVisible()
})

test("the shared link leads to the ticket once the seat was claimed in this browser", async () => {
  answerClaim()
  const { user, router } = renderAt(paths.seat(LINK))
  await user.type(await screen.findByLabelText("First Name"), "Sam")
  answerSeat(LINK, aSeat({ status: "claimed" }))
  await user.click(screen.getByRole("button", { name: "Book the seat" }))
  await screen.findByRole("heading", { name: "Sam, this is your seat" })

  await router.navigate(paths.about())
  await screen.findByRole("heading", { name: "About Us" })
  await router.navigate(paths.seat(LINK))

  expect(await screen.findByRole("heading", { name: "Sam, this is your seat" })).toBeVisible()
})

test("a name and a readable email address are required", async () => {
  answerSeat(LINK, aSeat())
  const { user } = renderAt(paths.seat(LINK))

  await user.type(await screen.findByLabelText(/^Email Address/), "sam at home")
  await user.click(screen.getByRole("button", { name: "Book the seat" }))

  const problems = within(await screen.findByRole("alert"))
  expect(problems.getByRole("link", { name: "Enter your first name." })).toBeVisible()
  expect(problems.getByRole("link", { name: "Enter an email like name@example.com." })).toBeVisible()
  expect(requests("POST")).toEqual([])
})

test("a seat that somebody else took in the meantime is shown as taken", async () => {
  answerSeat(LINK, aSeat())
  answer(`POST /api/seats/${LINK}`, { message: TAKEN, code: "claimed" }, 409)
  const { user } = renderAt(paths.seat(LINK))

  await user.type(await screen.findByLabelText("First Name"), "Sam")
  answerSeat(LINK, aSeat({ status: "claimed" }))
  await user.click(screen.getByRole("button", { name: "Book the seat" }))

  expect(await screen.findByRole("heading", { level: 1, name: TAKEN })).toBeVisible()
  expect(screen.queryByRole("button", { name: "Book the seat" })).not.toBeInTheDocument()
})

test("a dead link says so", async () => {
  answer(`/api/seats/${LINK}`, DEAD, 404)
  renderAt(paths.seat(LINK))

  expect(await screen.findByRole("heading", { level: 1, name: "This link no longer works." })).toBeVisible()
})

test("too many tries can be repeated later", async () => {
  answer(`/api/seats/${LINK}`, { message: "Too many tries. Wait 5 minutes.", code: "throttled" }, 429)
  const { user } = renderAt(paths.seat(LINK))

  expect(await screen.findByText("Too many tries. Wait 5 minutes.")).toBeVisible()
  answerSeat(LINK, aSeat())
  await user.click(screen.getByRole("button", { name: "Try again" }))

  expect(await screen.findByLabelText("First Name")).toBeVisible()
})

test("after the start a link can no longer be used, but a ticket can", async () => {
  const started = { startTime: inDays(-1), endTime: inDays(1) }
  answerSeat(LINK, aSeat({ ...started, status: "over" }))
  answerSeat(TICKET, aSeat({ ...started, status: "claimed", firstName: "Sam" }))
  const { router } = renderAt(paths.seat(LINK))

  expect(await screen.findByRole("heading", { level: 1, name: /^This link has expired/ })).toBeVisible()
  expect(screen.queryByLabelText("First Name")).not.toBeInTheDocument()

  await router.navigate(paths.seat(TICKET))
  expect(await screen.findByRole("heading", { level: 1, name: /^Friday Draft .* P[DS]T/ })).toBeVisible()
  expect(screen.queryByRole("button", { name: "Give the seat back" })).not.toBeInTheDocument()
})

test("the guest's calendar file has the UID and the number of the invitation in the guest's emails", async () => {
  const files: Blob[] = []
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`
  URL.revokeObjectURL = () => {}
  answerSeat(TICKET, aSeat({ status: "claimed", firstName: "Sam", calendarSequence: 2 }))
  const { user } = renderAt(paths.seat(TICKET))

  await user.click(await screen.findByRole("button", { name: "Add to calendar" }))

  await waitFor(() => expect(files).toHaveLength(1))
  const text = (await files[0]!.text()).replaceAll("\r\n\t", "")
  expect(text).toContain(`UID:${ID}@${window.location.hostname}`)
  expect(text).toContain("SEQUENCE:2") // a lower number than the invitation's would be ignored
  expect(text).toContain("SUMMARY:Friday Draft")
})

test("a guest reads why a seat can't be given back", async () => {
  answerSeat(TICKET, aSeat({ status: "claimed", firstName: "Sam" }))
  answer(`POST /api/seats/${TICKET}/give-back`, { message: INSIDE, code: "already_in" }, 409)
  const { user } = renderAt(paths.seat(TICKET))
  await user.click(await screen.findByRole("button", { name: "Give the seat back" }))
  const question = within(await screen.findByRole("alertdialog", { name: "Give the seat back?" }))
  await user.click(question.getByRole("button", { name: "Give it back" }))

  expect(await question.findByRole("alert")).toHaveTextContent(INSIDE)
})
