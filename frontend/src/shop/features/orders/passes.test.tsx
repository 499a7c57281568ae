import { screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import type { Order, Pass } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { anOrder, anOrderBooking, anOrderItem, aPass, inDays } from "~/testing/factories"
import { openOrder } from "~/testing/pages/orderPage"
import { answer, atEnd, requests } from "~/testing/browser"
import { openMenu } from "~/testing/pages/changeSheet"

const CODE = "T17K2M9QXW4R8TB3CN9"

function orderWith(passes: Pass[]) {
  const bookings = [anOrderBooking({ bookingDate: "2099-12-05T03:00:00Z", passes })]
  return anOrder({ orderItems: [anOrderItem({ name: "Friday Draft", bookings })] })
}

const shippingAddress = { ...anOrder().shippingAddress, fName: "June", lName: "Okafor" }
const show = (passes: Pass[]) => openOrder({ ...orderWith(passes), shippingAddress })
const findCodes = async () => within(await screen.findByRole("list", { name: "Codes, Friday Draft, Fri, Dec 4" }))

test("a ticket shows its QR code, the code as text and how many people it admits", async () => {
  show([aPass({ seats: 4 })])

  const codes = await findCodes()
  const picture = codes.getByRole("img", { name: `QR code ${CODE}` })
  expect(picture).toHaveAttribute("viewBox", "0 0 29 29")
  expect(picture.querySelector("path")).toHaveAttribute("d", "M4 4h7v1h-7z")
  expect(picture.closest(".no-print")).toBeNull()
  expect(codes.getByText("4 seats · June Okafor")).toBeVisible()
  expect(codes.getByText((_, element) => element?.tagName === "CODE")).toHaveTextContent(new RegExp(`^${CODE}$`))
})

test("a party that was split has a code for each part, and ended ones are not shown", async () => {
  show([
    aPass({ seats: 3, state: "replaced" }),
    aPass({ seats: 2 }),
    aPass({ code: "T1MAYA", seats: 1, label: "Maya" }),
    aPass({ seats: 1, state: "refunded" }),
  ])

  const codes = await findCodes()
  expect(codes.getAllByRole("img")).toHaveLength(2)
  expect(codes.getByText("Code 1 of 2 · 2 seats · June Okafor")).toBeVisible()
  expect(codes.getByText("Code 2 of 2 · 1 seat · Maya")).toBeVisible()
})

test("one code of several is shown at a time, and the button shows the next one", async () => {
  const { user } = show([aPass({ seats: 2 }), aPass({ code: "T1MAYA", seats: 1, label: "Maya" })])

  const codes = await findCodes()
  const isShown = (code: string) => codes.getByRole("img", { name: `QR code ${code}` }).closest("[inert]") === null
  expect([isShown(CODE), isShown("T1MAYA")]).toEqual([true, false])
  await user.click(screen.getByRole("button", { name: "Next code" }))
  expect([isShown(CODE), isShown("T1MAYA")]).toEqual([false, true])
  expect(screen.getByText("2 of 2")).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Next code" }))
  expect(isShown(CODE)).toBe(true)
})

test("only one ticket of an order shows its code, and its button shows another's instead", async () => {
  const bookings = ["2099-12-05T03:00:00Z", "2099-12-12T03:00:00Z"].map((bookingDate) =>
    anOrderBooking({ bookingDate, passes: [aPass()] }),
  )
  const { user } = openOrder(anOrder({ orderItems: [anOrderItem({ name: "Friday Draft", bookings })] }))

  await user.click(await screen.findByRole("button", { name: "Show code, Friday Draft, Fri, Dec 11" }))

  expect(screen.queryByRole("button", { name: "Show code, Friday Draft, Fri, Dec 11" })).not.toBeInTheDocument()
  expect(screen.getByRole("button", { name: "Show code, Friday Draft, Fri, Dec 4" })).toBeVisible()
  expect(screen.getByRole("list", { name: "Codes, Friday Draft, Fri, Dec 11" }).closest("[tabindex]")).toHaveFocus()
})

/** Opens "Give to a friend" of a ticket of which no seat was given away by a link. */
async function openSplit(user: UserEvent, order: Order) {
  answer(`/api/bookings/${order.orderItems[0]!.bookings[0]!._id}/links`, { links: [], seatsLeft: 4, inside: 0 })
  await openMenu(user)
  await user.click(screen.getByRole("button", { name: "Give to a friend, Friday Draft, Fri, Dec 4" }))
  await user.click(await screen.findByRole("button", { name: "Split off a second code instead" }))
  return within(await screen.findByRole("form", { name: "A second code" }))
}

async function openReplace(user: UserEvent) {
  await openMenu(user)
  await user.click(screen.getByRole("button", { name: "New code, Friday Draft, Fri, Dec 4" }))
  return within(await screen.findByRole("alertdialog", { name: "Replace this code?" }))
}

/** Makes the server return the order with these passes from now on. */
function answerWith(order: Order, passes: Pass[]) {
  const [item] = order.orderItems
  const bookings = [{ ...item!.bookings[0]!, passes }]
  answer(`/api/orders/${order._id}`, { ...order, orderItems: [{ ...item!, bookings }] })
}

test("a buyer splits the ticket, and the new code appears", async () => {
  const pass = aPass({ seats: 4 })
  const { order, user } = show([pass])
  const after = [{ ...pass, seats: 2 }, aPass({ code: "T1MAYA", seats: 2, label: "Maya" })]
  answer(`POST /api/passes/${pass._id}/split`, after)

  const form = await openSplit(user, order)
  await user.click(form.getByRole("button", { name: "One seat more" }))
  await user.type(form.getByLabelText(/^Name/), " Maya ")
  answerWith(order, after)
  await user.click(form.getByRole("button", { name: "Split off 2 seats" }))

  expect(await screen.findByText("The new code admits 2.")).toBeVisible()
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  expect(requests("POST")[0]?.body).toEqual({ seats: 2, label: "Maya" })
  expect((await findCodes()).getAllByText(/^Code . of 2 · 2 seats/)).toHaveLength(2)
})

test("a buyer chooses which of several codes to split; those of one seat can't be", async () => {
  const [own, maya, kim] = [aPass({ seats: 3 }), aPass({ seats: 2, label: "Maya" }), aPass({ seats: 1, label: "Kim" })]
  const { order, user } = show([own, kim, maya])
  answer(`POST /api/passes/${maya._id}/split`, [own, kim, maya])

  const form = await openSplit(user, order)
  const choice = form.getByLabelText("Which code?")
  expect(
    within(choice)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["Code 1, admits 3", "Code 3 (Maya), admits 2"])
  await user.selectOptions(choice, "Code 3 (Maya), admits 2")
  await user.click(form.getByRole("button", { name: "Split off 1 seat" }))

  expect(await screen.findByText("The new code admits 1.")).toBeVisible()
})

test("the dialog shows why a ticket can't be split", async () => {
  const pass = aPass({ seats: 2 })
  const { order, user } = show([pass])
  const inside = { message: "Some of these guests are inside already.", code: "already_in" }
  answer(`POST /api/passes/${pass._id}/split`, inside, 409)

  const form = await openSplit(user, order)
  expect(form.queryByRole("group", { name: "Seats for the new code" })).not.toBeInTheDocument() // only 1 is possible
  await user.click(form.getByRole("button", { name: "Split off 1 seat" }))

  expect(await form.findByText("Some of these guests are inside already.")).toBeVisible()
})

test("a buyer replaces a code that somebody else may have", async () => {
  const pass = aPass({ seats: 1 })
  const { order, user } = show([pass])
  const after = [{ ...pass, state: "replaced" as const }, aPass({ code: "T1NEW", seats: 1 })]
  answer(`POST /api/passes/${pass._id}/replace`, after)

  const dialog = await openReplace(user)
  expect(dialog.queryByLabelText("Which code?")).not.toBeInTheDocument()
  answerWith(order, after)
  await user.click(dialog.getByRole("button", { name: "Replace" }))

  expect(await screen.findByRole("img", { name: "QR code T1NEW" })).toBeVisible()
  expect(screen.queryByRole("img", { name: `QR code ${CODE}` })).not.toBeInTheDocument()
  expect(await screen.findByText("The ticket has a new code.")).toBeVisible()
  expect(screen.getByRole("button", { name: /^New code/ })).toHaveFocus()
})

test("a code that somebody came in with can't be replaced", async () => {
  const pass = aPass({ seats: 1 })
  const { user } = show([pass])
  const inside = { message: "Some of these guests are inside already.", code: "already_in" }
  answer(`POST /api/passes/${pass._id}/replace`, inside, 409)

  await user.click((await openReplace(user)).getByRole("button", { name: "Replace" }))

  expect(await screen.findByText("Some of these guests are inside already.")).toBeVisible()
  expect(screen.getByRole("img", { name: `QR code ${CODE}`, hidden: true })).toBeInTheDocument()
})

const SOON = inDays(2)
const maya = aPass({ code: "T1MAYA", seats: 1, label: "Maya" })
const soon = anOrderBooking({ bookingDate: SOON, passes: [aPass({ code: "T1SOON", seats: 3 }), maya] })
const later = anOrderBooking({ bookingDate: inDays(9), passes: [aPass({ code: "T1LATER" })] })

function open(query = "") {
  const items = [anOrderItem({ name: "Later", bookings: [later] }), anOrderItem({ name: "Soon", bookings: [soon] })]
  return openOrder(anOrder({ orderItems: items }), { query })
}

const findScreen = async (name: string) => within(await screen.findByRole("dialog", { name }))
const codeLink = (code: string) => screen.findByRole("link", { name: `QR code ${code} Full screen` })

test("the full screen starts with the code that was tapped, and the next one is a press away", async () => {
  const { user } = open()
  await codeLink("T1SOON")
  await user.click(screen.getByRole("button", { name: "Next code" }))
  await user.click(await codeLink("T1MAYA"))

  const dialog = await findScreen("Soon")
  expect(dialog.getByText("Foam & Felt,")).toBeVisible()
  expect(dialog.getByText("2 of 2")).toBeVisible()
  await user.click(dialog.getByRole("button", { name: "Next code" }))
  expect(dialog.getByText("1 of 2")).toBeVisible()
})

test("a link to the next code opens that of the soonest date, and closing it shows the order", async () => {
  const { user, address, order } = open("?code=1")

  await user.click((await findScreen("Soon")).getByRole("button", { name: "Close" }))

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
  expect(address()).toBe(paths.order(order._id))
})

test("an address with a code of another order shows the page", async () => {
  open("?code=ffffffffffffffffffffffff")

  expect(await codeLink("T1SOON")).toBeVisible()
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
})

test("the screen stays on while the code fills it", async () => {
  const release = vi.fn<() => Promise<void>>(async () => {})
  const request = vi.fn<() => Promise<unknown>>(async () => ({ release }))
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true })
  atEnd(() => void Reflect.deleteProperty(navigator, "wakeLock"))
  const { user } = open("?code=1")
  const dialog = await findScreen("Soon")
  expect(request).toHaveBeenCalledWith("screen")

  await user.click(dialog.getByRole("button", { name: "Close" }))

  await waitFor(() => expect(release).toHaveBeenCalled())
})
