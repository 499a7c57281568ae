import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { AskedTicket, Guest, Schemas } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { answer, renderAt, requests } from "~/testing/browser"
import { anOrder, anOrderBooking, anOrderItem, aPass, aUserInfo, inDays } from "~/testing/factories"
import { anEvent, openForm } from "~/testing/pages/editEvent"
import { openGuestList } from "~/testing/pages/guestList"
import { openOrder } from "~/testing/pages/orderPage"

const DECK = { _id: "d".repeat(24), text: "Do you need a deck?", choices: ["need a deck", "bring one"] }
const FIRST = { _id: "f".repeat(24), text: "First time?", choices: ["new", "been here"] }

function answerAsked(...tickets: AskedTicket[]) {
  answer("POST /api/questions/mine", { tickets })
  for (const { _id } of [DECK, FIRST]) answer(`POST /api/questions/${_id}/answer`, null)
}

const lastAnswer = () => requests(`POST /api/questions/${DECK._id}/answer`).at(-1)?.body

test("each seat of a ticket answers with a tap, changes it, and takes it back with another one", async () => {
  const pass = aPass({ seats: 2 })
  answerAsked({ code: pass.code, questions: [DECK], answers: [[null, 1]] })
  const order = anOrder({ orderItems: [anOrderItem({ bookings: [anOrderBooking({ passes: [pass] })] })] })
  const { user } = openOrder(order, { as: aUserInfo({ _id: order.user }) })

  const mine = await screen.findByRole("group", { name: "Do you need a deck? You" })
  const friends = screen.getByRole("group", { name: "Do you need a deck? You +1" })
  expect(within(friends).getByRole("button", { pressed: true })).toHaveTextContent("bring one")
  await user.click(within(mine).getByRole("button", { name: "need a deck" }))
  expect(await within(mine).findByRole("button", { pressed: true })).toHaveTextContent("need a deck")
  expect(lastAnswer()).toEqual({ code: pass.code, seat: 0, choice: 0 })
  await user.click(within(mine).getByRole("button", { name: "bring one" }))
  expect(await within(mine).findByRole("button", { name: /bring one/, pressed: true })).toBeVisible()
  await user.click(within(friends).getByRole("button", { pressed: true }))
  expect(lastAnswer()).toEqual({ code: pass.code, seat: 1, choice: null })
})

test("a friend is asked on the page of their seat", async () => {
  const pass = aPass({ seats: 1, label: "Sam" })
  const token = `${"6".repeat(24)}.${"b".repeat(64)}`
  answerAsked({ code: pass.code, questions: [DECK, FIRST], answers: [[null], [0]] })
  const seat: Schemas["Seat"] = {
    name: "Friday Draft",
    startTime: inDays(7),
    endTime: inDays(7, 6),
    eventLocation: "Foam & Felt, 5 Main Street",
    minAge: null,
    from: "Ana",
    status: "claimed",
    firstName: "Sam",
    pass,
  }
  answer(`/api/seats/${token}`, { ...seat })
  renderAt(paths.seat(token))

  expect(await screen.findByRole("group", { name: "Do you need a deck?" })).toBeVisible()
  expect(screen.getByRole("button", { pressed: true })).toHaveTextContent("new")
})

test("staff set questions, and those that have answers can only be ended", async () => {
  const event = anEvent()
  const path = `/api/products/${event._id}/questions`
  const stored = [
    { ...DECK, together: false },
    { ...FIRST, together: true },
  ]
  answer(path, { questions: stored, answered: [DECK._id] })
  answer(`PUT ${path}`, { questions: [], answered: [] })
  const { user } = openForm(event)
  await user.click(await screen.findByRole("button", { name: "Questions" }))

  const deck = await screen.findByRole("textbox", { name: "Question 1" })
  expect(deck).toHaveAttribute("readonly")
  await user.click(screen.getByRole("checkbox", { name: "End question 1" }))
  await user.type(screen.getByRole("textbox", { name: /^Question 3/ }), "Which bracket?")
  await user.type(screen.getByRole("textbox", { name: "Answers to question 3" }), "casual")
  await user.click(screen.getByRole("button", { name: "Save" }))
  expect(await screen.findByText(/Enter 2 to 6 answers/, { selector: "p *, p" })).toBeVisible()
  await user.type(screen.getByRole("textbox", { name: "Answers to question 3" }), "\nCasual")
  expect(await screen.findByText("Each answer has to be another one.", { selector: "p *, p" })).toBeVisible()
  await user.type(screen.getByRole("textbox", { name: "Answers to question 3" }), "{Backspace>6/}strong")
  await user.click(screen.getByRole("button", { name: "Save" }))

  expect(await screen.findByText("The questions are saved.")).toBeVisible()
  const added = {
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    text: "Which bracket?",
    choices: ["casual", "strong"],
    together: false,
  }
  expect(requests(`PUT ${path}`).at(-1)?.body).toEqual({ questions: [stored[1], added], seen: { questions: stored } })
})

test("the guest list has what each guest answered, and how many in all", async () => {
  const chosen = (text: string) => [{ question: DECK.text, chosen: text }]
  const guest: Guest = {
    _id: "g1",
    firstName: "Ana",
    lastName: "Diaz",
    email: "ana@example.com",
    reservationSeats: 1,
    status: "confirmed",
    order: null,
    orderNumber: null,
    orderStatus: null,
    isTest: false,
    reason: "",
    answers: chosen("1 need a deck"),
  }
  openGuestList(anEvent(), { answers: chosen("3 need a deck"), guests: [guest] })

  expect(await screen.findByText("Do you need a deck? 3 need a deck")).toBeVisible()
  expect(screen.getByRole("columnheader", { name: "Answers" })).toBeInTheDocument()
  expect(screen.getByRole("cell", { name: /1 need a deck/ })).toBeInTheDocument()
})
