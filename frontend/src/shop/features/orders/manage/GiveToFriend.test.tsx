import { screen, waitFor, within } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import type { BookingLinks, Order, SeatLink } from "~/common/api/types"
import { anOrder, anOrderBooking, anOrderItem, aPass, aUserInfo, inDays } from "~/testing/factories"
import { openStaffOrder } from "~/testing/pages/staffOrder"
import { openMenu } from "~/testing/pages/changeSheet"
import { openOrder } from "~/testing/pages/orderPage"
import { answer, answerNothing, requests, spoken } from "~/testing/browser"

const me = aUserInfo()
const booking = anOrderBooking({ reservationSeats: { qty: 4 } })
const order = anOrder({ user: me._id, orderItems: [anOrderItem({ name: "Friday Draft", bookings: [booking] })] })
const LINKS = `/api/bookings/${booking._id}/links`

const aLink = (number: number, over: Partial<SeatLink> = {}): SeatLink => ({
  _id: `${number}`.padStart(24, "0"),
  url: `https://shop.example/seats/${number}`,
  status: "open",
  ...over,
})

const answerLinks = (links: SeatLink[], seatsLeft: number) =>
  answer(LINKS, { links, seatsLeft, inside: 0 } satisfies BookingLinks)

const show = (shown: Order = order) => openOrder(shown, { as: me })

const opener = { name: /^Give to a friend, Friday Draft, / }

async function openDialog() {
  const { user } = show()
  await openMenu(user)
  await user.click(screen.getByRole("button", opener))
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Give to a friend" })) }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "share")
  Reflect.deleteProperty(navigator, "canShare")
})

test("a buyer creates links for friends", async () => {
  answerLinks([], 4)
  answer(`POST ${LINKS}`, { links: [aLink(1), aLink(2)] }, 201)
  const { user, dialog } = await openDialog()

  await user.click(await dialog.findByRole("button", { name: "One seat more" }))
  answerLinks([aLink(1), aLink(2)], 2)
  await user.click(dialog.getByRole("button", { name: "Create 2 links" }))

  expect(await dialog.findByLabelText("Link 1: not used yet")).toHaveValue("https://shop.example/seats/1")
  expect(dialog.getByLabelText("Link 2: not used yet")).toHaveValue("https://shop.example/seats/2")
  expect(requests("POST")[0]?.body).toEqual({ count: 2 })
  expect(await screen.findByText("2 links are ready to send.", spoken)).toBeInTheDocument()
})

test("a link is revoked", async () => {
  answerLinks([aLink(1)], 3)
  answer(`DELETE /api/links/${aLink(1)._id}`, aLink(1, { url: null, status: "revoked" }))
  const { user, dialog } = await openDialog()

  await dialog.findByRole("button", { name: "Revoke link 1" })
  answerLinks([], 4)
  await user.click(dialog.getByRole("button", { name: "Revoke link 1" }))

  await waitFor(() => expect(dialog.queryByLabelText(/^Link 1/)).not.toBeInTheDocument())
})

test("a link that was claimed in the meantime cannot be revoked", async () => {
  const message = "Sam has this seat. Ask Sam to give it back, or write to us."
  answerLinks([aLink(1)], 3)
  answer(`DELETE /api/links/${aLink(1)._id}`, { message, code: "claimed" }, 409)
  const { user, dialog } = await openDialog()

  await user.click(await dialog.findByRole("button", { name: "Revoke link 1" }))

  expect(await dialog.findByRole("alert")).toHaveTextContent(message)
})

test("links are shared where the device can", async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve())
  Object.assign(navigator, { share, canShare: () => true })
  answerLinks([aLink(1)], 3)
  const { user, dialog } = await openDialog()

  await user.click(await dialog.findByRole("button", { name: "Share link 1" }))

  expect(share).toHaveBeenCalledWith({
    url: "https://shop.example/seats/1",
    text: expect.stringMatching(/^I have a seat for you: Friday Draft, /) as string,
  })
})

test("without a connection the page says why nothing was created", async () => {
  answerLinks([], 4)
  answerNothing(`POST ${LINKS}`)
  const { user, dialog } = await openDialog()

  await user.click(await dialog.findByRole("button", { name: "Create a link" }))

  expect(await dialog.findByRole("alert")).toHaveTextContent("We couldn't reach the shop.")
})

test("a ticket whose date has started can be split, but its links no longer work", async () => {
  answer("POST /api/tables/mine", { seats: [] }) // its date is going on
  const booking = anOrderBooking({ bookingDate: inDays(-1), endTime: inDays(1), passes: [aPass({ seats: 4 })] })
  const { user } = show({ ...order, orderItems: [anOrderItem({ name: "Friday Draft", bookings: [booking] })] })

  await openMenu(user)
  expect(screen.queryByRole("button", { name: /^Can't make it/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole("button", opener))

  const dialog = within(await screen.findByRole("dialog", { name: "Give to a friend" }))
  expect(dialog.getByRole("button", { name: "Split off 1 seat" })).toBeVisible()
  expect(dialog.queryByText(/Send each friend a link/)).not.toBeInTheDocument()
})

test("staff who look at a buyer's order can split its tickets, but not give its seats away", async () => {
  const booking = anOrderBooking({ passes: [aPass({ seats: 4 })] })
  const { user } = openStaffOrder({ ...order, orderItems: [anOrderItem({ bookings: [booking] })] })

  expect(await screen.findByRole("heading", { level: 1, name: /'s order$/ })).toBeVisible()
  await openMenu(user)
  expect(screen.queryByRole("button", { name: /^Give to a friend/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole("button", { name: /^Split the ticket, / }))

  const dialog = within(await screen.findByRole("dialog", { name: "Split the ticket" }))
  expect(dialog.getByRole("button", { name: "Split off 1 seat" })).toBeVisible()
  expect(dialog.queryByText(/Send each friend a link/)).not.toBeInTheDocument()
})
