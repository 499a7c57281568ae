import { screen, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { aDate, aProduct, aUserInfo } from "~/testing/factories"
import { aCartToPay } from "~/testing/pages/checkout"
import { answer, isBefore, renderAt } from "~/testing/browser"

const friday = "2099-12-05T03:00:00Z" // Friday, December 4, 7 PM at the venue
const nextFriday = "2099-12-12T03:00:00Z"

beforeEach(() => {
  const dates = [friday, nextFriday].map((startTime) => aDate({ startTime, countInStock: 8 }))
  const product = aProduct({ name: "Draft Night", price: 12, occurrences: dates })
  aCartToPay()
  cart.setItems([])
  answer(`/api/products/${product._id}`, product)
  cart.add(product, { bookingDate: friday, reservationSeats: { qty: 2 } })
  cart.add(product, { bookingDate: nextFriday, reservationSeats: { qty: 1 } })
})

test("each booking is a row with image, name, date and seats", async () => {
  renderAt(paths.checkout(), { as: aUserInfo() })
  await screen.findByRole("heading", { level: 1, name: "Checkout" })

  const items = within(screen.getByRole("region", { name: "Order Items" }))
  const rows = items.getAllByRole("listitem", { hidden: true })
  expect(rows).toHaveLength(2)
  expect(rows[0]!.querySelector("svg, img")).toBeInTheDocument()
  expect(rows[0]).toHaveTextContent("Draft Night")
  expect(rows[0]).toHaveTextContent("Fri, Dec 4")
  expect(rows[1]).toHaveTextContent("Fri, Dec 11")
  expect(within(rows[0]!).getByRole("combobox", { name: /^Seats/, hidden: true })).toHaveValue("2")
})

test("on a phone, the items say in short what is booked, until they are opened to change it", async () => {
  const { user } = renderAt(paths.checkout(), { as: aUserInfo() })
  const items = within(await screen.findByRole("region", { name: "Order Items" }))
  const several = items.getByRole("button")
  expect(several).toHaveTextContent(/^3 seats on 2 dates/)
  expect(several).toHaveTextContent("Draft Night · Fri, Dec 4 · 7:00 PM · 2 seats")

  await user.selectOptions(items.getByRole("combobox", { name: /Dec 11/, hidden: true }), "0 (remove)")

  expect(items.getByRole("button")).toHaveTextContent(/^Draft Night Fri, Dec 4 · 7:00 PM · 2 seats Change$/)
  await user.click(items.getByRole("button"))
  expect(items.getByRole("button")).toHaveAttribute("aria-expanded", "true")
})

test("the summary counts the items and adds them up", async () => {
  renderAt(paths.checkout(), { as: aUserInfo() })

  const summary = within(await screen.findByRole("region", { name: "Summary" }))
  const subtotal = summary.getByText(/^Subtotal/, { selector: "dt" })
  expect(subtotal).toHaveTextContent("Subtotal (3 seats on 2 dates)")
  expect(subtotal.nextElementSibling).toHaveTextContent("$36.00")
  expect(summary.getByText("Shipping").nextElementSibling).toHaveTextContent(/^\$0$/)
  expect(summary.getByText("Total").nextElementSibling).toHaveTextContent("$41.40")
})

test("what the buyer gets back, and until when for each date, stands above the payment buttons", async () => {
  renderAt(paths.checkout(), { as: aUserInfo() })

  const summary = within(await screen.findByRole("region", { name: "Summary" }))
  expect(await summary.findByText("Draft Night, Fri, Dec 4: Full refund until Thu, Dec 3, 7:00 PM PST.")).toBeVisible()
  expect(summary.getByText("Draft Night, Fri, Dec 11: Full refund until Thu, Dec 10, 7:00 PM PST.")).toBeVisible()
})

test("the summary of one date has one sentence about refunds", async () => {
  cart.setSeats(cart.get().cartItems[0]!._id, nextFriday, 0)
  renderAt(paths.checkout(), { as: aUserInfo() })

  const summary = within(await screen.findByRole("region", { name: "Summary" }))
  const terms = await summary.findByText("Full refund until Thu, Dec 3, 7:00 PM PST.")
  expect(isBefore(terms, summary.getByRole("group", { name: "Payment" }))).toBe(true)
})

test("the summary gives different terms by date", async () => {
  const refundPolicy = { refund: "none", untilHours: 24, feePerSeat: 0 } as const
  const other = aProduct({ name: "League", occurrences: [aDate({ startTime: friday })], refundPolicy })
  answer(`/api/products/${other._id}`, other)
  cart.add(other, { bookingDate: friday, reservationSeats: { qty: 1 } })
  renderAt(paths.checkout(), { as: aUserInfo() })

  expect(await screen.findByText("League, Fri, Dec 4: No refunds for this date.")).toBeVisible()
  expect(screen.getByText("Draft Night, Fri, Dec 4: Full refund until Thu, Dec 3, 7:00 PM PST.")).toBeVisible()
  expect(screen.getByText("Draft Night, Fri, Dec 11: Full refund until Thu, Dec 10, 7:00 PM PST.")).toBeVisible()
})
