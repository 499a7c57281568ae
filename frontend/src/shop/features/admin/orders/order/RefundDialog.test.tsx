import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { anOrder, anOrderBooking, anOrderItem, aRefund } from "~/testing/factories"
import { answerPreviews, openRefund, openStaffOrder, sentRefunds, twoDates } from "~/testing/pages/staffOrder"
import { answer } from "~/testing/browser"

test("single seats of a date are refunded, for the amount that the button shows", async () => {
  const order = twoDates()
  const [first] = order.orderItems[0]!.bookings
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/refund`, { ...order, status: "partly_refunded", refunds: [aRefund()] })
  const dialog = await openRefund(user)

  expect(dialog.getByLabelText("Reason")).toHaveAccessibleDescription(
    "The buyer sees it in the email about this refund.",
  )
  await user.click(dialog.getByRole("button", { name: "Refund" }))
  expect(await dialog.findByText("There is a problem")).toBeVisible()
  await user.click(dialog.getByLabelText("Selected seats"))
  await user.type(dialog.getByLabelText("Reason"), "Ill")
  await user.click(dialog.getByRole("button", { name: "Refund" }))
  expect((await dialog.findAllByText("Choose at least one date."))[0]).toBeVisible()
  await user.click(dialog.getAllByRole("checkbox")[0]!)
  expect(await dialog.findByRole("button", { name: "Refund $27.60" })).toBeVisible()
  await user.click(dialog.getByRole("button", { name: "One seat less" }))
  await user.click(await dialog.findByRole("button", { name: "Refund $13.80" }))

  expect(await screen.findByText("$13.80 was refunded.")).toBeVisible()
  expect(sentRefunds()).toEqual([{ reason: "Ill", seats: { [first!._id]: 1 }, amount: 13.8 }])
})

test("the seats of an order with one date are preselected", async () => {
  const { user } = openStaffOrder(anOrder({ orderItems: [anOrderItem({ bookings: [anOrderBooking()] })] }))
  const dialog = await openRefund(user)

  expect(dialog.getByLabelText("Selected seats")).toBeChecked()
  expect(dialog.getByRole("checkbox")).toBeChecked()
  expect(await dialog.findByRole("button", { name: "Refund $27.60" })).toBeVisible()
})

test("the button shows the amount of the refund, as the server calculates it", async () => {
  const order = twoDates()
  const { user } = openStaffOrder(order)
  answerPreviews(order, { amount: 50.2, left: 55.2 })
  const dialog = await openRefund(user)
  expect(dialog.getByText("$55.20 can still be refunded.")).toBeVisible()
  expect(dialog.getByRole("button", { name: "Refund" })).toBeVisible()

  await user.click(dialog.getByLabelText("Full remaining amount"))
  expect(dialog.getByRole("button", { name: "Refund $50.20" })).toBeVisible()
  await user.click(dialog.getByLabelText(/^Custom amount/))
  await user.type(dialog.getByLabelText("Amount"), "6.9")
  expect(dialog.getByRole("button", { name: "Refund $6.90" })).toBeVisible()
})

test("staff are told how many people came in with the seats", async () => {
  const order = twoDates()
  const { user } = openStaffOrder(order)
  answerPreviews(order, { inside: 2 })
  const dialog = await openRefund(user)
  expect(dialog.queryByText(/inside/)).not.toBeInTheDocument()

  await user.click(dialog.getByLabelText("Full remaining amount"))
  expect(dialog.getByText("2 people are inside already.")).toBeVisible()
  await user.click(dialog.getByLabelText(/^Custom amount/)) // keeps all seats
  expect(dialog.queryByText(/inside/)).not.toBeInTheDocument()
  await user.click(dialog.getByLabelText("Selected seats"))
  await user.click(dialog.getAllByRole("checkbox")[0]!)
  expect(await dialog.findByText("2 people are inside already.")).toBeVisible()
})

test("nothing is refunded before its amount is known", async () => {
  const order = twoDates()
  const { user } = openStaffOrder(order)
  const dialog = await openRefund(user)
  answer(`POST /api/orders/${order._id}/refund/preview`, { message: "Choose other seats." }, 400)
  await user.click(dialog.getByLabelText("Selected seats"))
  await user.click(dialog.getAllByRole("checkbox")[0]!)
  await user.type(dialog.getByLabelText("Reason"), "Ill")

  await user.click(dialog.getByRole("button", { name: "Refund" }))

  expect(await dialog.findByRole("alert")).toHaveTextContent("Choose other seats.")
  expect(sentRefunds()).toEqual([])
})

test("money of an old payment is returned by hand, and staff say how", async () => {
  const order = twoDates()
  const [first] = order.orderItems[0]!.bookings
  const { user } = openStaffOrder(order)
  answerPreviews(order, { tooOld: true })
  answer(`POST /api/orders/${order._id}/refund`, { ...order, refunds: [aRefund({ amount: 27.6 })] })
  const dialog = await openRefund(user)
  expect(dialog.getByText(/^PayPal returns money for 180 days only\./)).toBeVisible()

  await user.click(dialog.getByLabelText("Selected seats"))
  await user.click(dialog.getAllByRole("checkbox")[0]!)
  await user.type(dialog.getByLabelText("Reason"), "Ill")
  await user.click(await dialog.findByRole("button", { name: "Record refund $27.60" }))
  expect(await dialog.findByText("Enter how you returned the money.")).toBeVisible()
  await user.type(dialog.getByLabelText("How was it returned?"), "Bank transfer")
  await user.click(dialog.getByRole("button", { name: "Record refund $27.60" }))

  expect(await screen.findByText("$27.60 was recorded as refunded.")).toBeVisible()
  expect(sentRefunds()).toEqual([
    { reason: "Ill", seats: { [first!._id]: 2 }, amount: 27.6, outside: true, note: "Bank transfer" },
  ])
})

test("a custom amount is refunded, and may have a dollar sign", async () => {
  const order = twoDates()
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/refund`, { ...order, refunds: [aRefund({ amount: 4, askedAmount: 5.5 })] })
  const dialog = await openRefund(user)

  await user.click(dialog.getByLabelText(/^Custom amount/))
  await user.type(dialog.getByLabelText("Amount"), "five")
  await user.type(dialog.getByLabelText("Reason"), "Sorry")
  await user.click(dialog.getByRole("button", { name: "Refund" }))
  expect(await dialog.findByText("Enter an amount like 12.50.")).toBeVisible()
  await user.clear(dialog.getByLabelText("Amount"))
  await user.type(dialog.getByLabelText("Amount"), "$5,5")
  await user.click(dialog.getByRole("button", { name: "Refund $5.50" }))

  expect(await screen.findByText("PayPal refunded $4.00 instead of $5.50.")).toBeVisible()
  expect(sentRefunds()).toEqual([{ reason: "Sorry", amount: 5.5 }])
})

test("a full refund that PayPal refuses shows an error in the dialog", async () => {
  const order = twoDates()
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/refund`, { ...order, refunds: [aRefund({ status: "failed" })] })
  const dialog = await openRefund(user)

  await user.click(dialog.getByLabelText("Full remaining amount"))
  await user.type(dialog.getByLabelText("Reason"), "Called off")
  await user.click(dialog.getByRole("button", { name: "Refund $55.20" }))

  expect(await dialog.findByText("PayPal refused this refund. Nothing was refunded.")).toBeVisible()
  expect(sentRefunds()).toEqual([{ reason: "Called off", shown: 55.2 }])
})

test("dates with a pending refund aren't offered again; dates whose refund failed are", async () => {
  const order = twoDates()
  const [first, second] = order.orderItems[0]!.bookings
  order.refunds = [
    aRefund({
      status: "pending",
      bookings: [first!._id],
      parts: [{ booking: first!._id, seats: 2, amount: 27.6, fee: 0, gift: 0 }],
    }),
    aRefund({ status: "failed", bookings: [second!._id] }),
  ]
  const { user } = openStaffOrder(order)
  const dialog = await openRefund(user)

  await user.click(dialog.getByLabelText("Selected seats"))

  expect(dialog.getAllByRole("checkbox").map((box) => box.getAttribute("value"))).toEqual([second!._id])
})

test("what is left of the gift is refunded without seats", async () => {
  const order = { ...twoDates(), giftPrice: 5, refunds: [aRefund({ amount: 2, giftPrice: 2 })] }
  const { user } = openStaffOrder(order)
  answer(`POST /api/orders/${order._id}/refund`, { ...order, refunds: [aRefund({ amount: 3, giftPrice: 3 })] })
  const dialog = await openRefund(user)

  await user.click(dialog.getByLabelText("The gift of $3.00"))
  await user.type(dialog.getByLabelText("Reason"), "A mistake")
  await user.click(dialog.getByRole("button", { name: "Refund $3.00" }))

  expect(await screen.findByText("$3.00 was refunded.")).toBeVisible()
  expect(sentRefunds()).toEqual([{ reason: "A mistake", gift: true }])
})

test("if somebody refunded meanwhile, a full refund shows the new sum at once, and another press refunds that", async () => {
  const order = twoDates()
  const { user } = openStaffOrder(order)
  const dialog = await openRefund(user)
  await user.click(dialog.getByLabelText("Full remaining amount"))
  await user.type(dialog.getByLabelText("Reason"), "Called off")
  answerPreviews(order, { amount: 27.6, left: 27.6 })
  const message = "This refund returns $27.60 by now. Look at it again, then confirm."
  answer(`POST /api/orders/${order._id}/refund`, { message, code: "changed", current: { shown: 27.6 } }, 409)

  await user.click(dialog.getByRole("button", { name: "Refund $55.20" }))

  expect(await dialog.findByText(message)).toBeVisible()
  expect(await dialog.findByText("$27.60 can still be refunded.")).toBeVisible()
  await user.click(await dialog.findByRole("button", { name: "Refund $27.60" }))
  await waitFor(() => expect(sentRefunds()).toHaveLength(2))
  expect(sentRefunds()[1]).toEqual({ reason: "Called off", shown: 27.6 })
})
