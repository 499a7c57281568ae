import { screen, waitFor, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { paths } from "~/paths"
import { anOrder, anOrderBooking, anOrderItem, aPass, aUserInfo, inDays } from "~/testing/factories"
import { atEnd } from "~/testing/newBrowser"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

const SOON = inDays(2)
const maya = aPass({ code: "T1MAYA", seats: 1, label: "Maya" })
const soon = anOrderBooking({ bookingDate: SOON, passes: [aPass({ code: "T1SOON", seats: 3 }), maya] })
const later = anOrderBooking({ bookingDate: inDays(9), passes: [aPass({ code: "T1LATER" })] })

function open(query = "") {
  const items = [anOrderItem({ name: "Later", bookings: [later] }), anOrderItem({ name: "Soon", bookings: [soon] })]
  const order = anOrder({ orderItems: items })
  answer(`/api/orders/${order._id}`, { ...order })
  return { order, ...renderAt(paths.order(order._id) + query, { as: aUserInfo() }) }
}

const findScreen = async (name: string) => within(await screen.findByRole("dialog", { name }))
const codeLink = (code: string) => screen.findByRole("link", { name: `QR code ${code} Full screen` })

test("a tap on the code shows it on the full screen, with how many it admits and the event", async () => {
  const { user, address, order } = open()

  await user.click(await codeLink("T1SOON"))

  const dialog = await findScreen("Soon")
  expect(dialog.getByRole("img", { name: "QR code T1SOON" }).closest("[inert]")).toBeNull()
  expect(dialog.getByText("Admits 3")).toBeVisible()
  expect(dialog.getByText("1 of 2")).toBeVisible()
  expect(address()).toBe(`${paths.order(order._id)}?code=${soon._id}`)
  expect(screen.queryByRole("dialog", { name: "Later" })).not.toBeInTheDocument()
})

test("the full screen starts with the code that was tapped, and the next one is a press away", async () => {
  const { user } = open()
  await codeLink("T1SOON")
  await user.click(screen.getByRole("button", { name: "Next code" }))
  await user.click(await codeLink("T1MAYA"))

  const dialog = await findScreen("Soon")
  expect(dialog.getByText("2 of 2")).toBeVisible()
  await user.click(dialog.getByRole("button", { name: "Next code" }))
  expect(dialog.getByText("1 of 2")).toBeVisible()
})

test("the close button returns to the page as Back does", async () => {
  const { user, router, address, order } = open()
  await user.click(await codeLink("T1SOON"))
  await user.click((await findScreen("Soon")).getByRole("button", { name: "Close" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
  expect(address()).toBe(paths.order(order._id))

  await user.click(await codeLink("T1SOON"))
  await findScreen("Soon")
  await router.navigate(-1)
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
  expect(address()).toBe(paths.order(order._id))
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
