import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { anOrder, anOrderBooking, anOrderItem, aPass, aUserInfo, inDays } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

const THANKS = "Thank you for your purchase!"

const ticketFor = (name: string, bookingDate: string) =>
  anOrderItem({ name, bookings: [anOrderBooking({ bookingDate, passes: [aPass({ code: `T1${name}` })] })] })

const nearOrder = () => anOrder({ orderItems: [ticketFor("Later", inDays(9)), ticketFor("Tomorrow", inDays(1))] })

function show(order: Order) {
  answer(`/api/orders/${order._id}`, { ...order })
  return renderAt(paths.order(order._id), { as: aUserInfo() })
}

const isBefore = (one: Element, other: Element) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)

test("from the day before, the page is about the ticket: its event is the heading and its code comes first", async () => {
  show(nearOrder())

  expect(await screen.findByRole("heading", { level: 1, name: /^Tomorrow .* P[DS]T/ })).toBeVisible()
  const code = screen.getByRole("img", { name: "QR code T1Tomorrow" })
  expect(isBefore(code, screen.getAllByText("Seats")[0]!)).toBe(true)
  expect(isBefore(code, screen.getByRole("heading", { level: 2, name: /^Later/ }))).toBe(true)
  const thanks = await screen.findByRole("heading", { level: 2, name: THANKS })
  expect(isBefore(code, thanks)).toBe(true)
  expect(isBefore(thanks, screen.getByText("Total"))).toBe(true)
  expect(document.title).toMatch(/^Tomorrow, /)
})

test("right after paying, the page begins with the thank-you, and opened again with the ticket", async () => {
  const order = nearOrder()
  answer(`/api/orders/${order._id}`, { ...order })
  const { router } = renderAt(paths.about(), { as: aUserInfo() })

  await router.navigate(paths.order(order._id), { state: { placed: true } })
  expect(await screen.findByRole("heading", { level: 1, name: THANKS })).toBeVisible()

  await router.navigate(paths.about())
  expect(await screen.findByRole("heading", { level: 1, name: "About Us" })).toBeVisible()
  await router.navigate(-1)
  expect(await screen.findByRole("heading", { level: 1, name: /^Tomorrow/ })).toBeVisible()
})
