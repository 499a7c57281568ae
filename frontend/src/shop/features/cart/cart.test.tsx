import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { checkout } from "~/shop/state/checkout"
import { aDate, anOrder, anOrderBooking, anOrderItem, aProduct, aUserInfo, elsewhere } from "~/testing/factories"
import { answer, answerNothing, renderAt } from "~/testing/browser"

const friday = "2099-12-05T03:00:00Z" // Friday, December 4, 7 PM at the venue
const nextFriday = "2099-12-12T03:00:00Z"
const ends = (startTime: string) => startTime.replace("T03", "T06")

/** Serves an event with the given number of seats left on each date. */
function onSale(left: Record<string, number>, over: Parameters<typeof aProduct>[0] = {}) {
  const dates = Object.entries(left).map(([startTime, countInStock]) =>
    aDate({ startTime, endTime: ends(startTime), countInStock }),
  )
  const product = aProduct({ price: 12, ...over, occurrences: dates })
  answer(`/api/products/${product._id}`, product)
  return product
}

function put(product: { _id: string; name: string; image: string; price: number }, bookingDate: string, qty: number) {
  const { _id, name, image, price } = product
  cart.add({ _id, name, image, price }, { bookingDate, reservationSeats: { qty } })
}

const summary = () => screen.getByRole("region", { name: "Order Summary" })
const sum = (label: string) => within(summary()).getByText(label, { exact: false }).nextElementSibling?.textContent
const proceed = () => within(summary()).queryByRole("link", { name: "Proceed to Checkout", hidden: true })

test("a cart of free seats has no line of zeros", async () => {
  put(onSale({ [friday]: 8 }, { price: 0 }), friday, 2)
  renderAt(paths.cart())

  expect(await screen.findByText("2 seats on 1 date")).toBeVisible()
  expect(sum("Total")).toBe("Free")
  expect(screen.getByRole("main")).not.toHaveTextContent(/\$0|Subtotal \$|Taxes|Shipping/)
})

test("each booking is a line, and the summary adds them up", async () => {
  const product = onSale({ [friday]: 8, [nextFriday]: 8 })
  put(product, friday, 2)
  put(product, nextFriday, 1)
  renderAt(paths.cart())

  expect((await screen.findByText("Fri, Dec 4")).parentElement).toHaveTextContent("Fri, Dec 4 · 7:00–10:00 PM PST")
  const lines = screen.getAllByRole("listitem").filter((row) => within(row).queryByRole("combobox"))
  expect(lines.map((row) => within(row).getByRole("combobox"))).toHaveLength(2)
  expect(lines[0]).toHaveTextContent("$24.00")
  expect(lines[1]).toHaveTextContent("$12.00")
  expect(sum("Items")).toBe("3 seats on 2 dates")
  expect(sum("Subtotal")).toBe("$36.00")
  expect(sum("Taxes")).toBe("$5.40")
  expect(within(summary()).getByText("sales tax, 15 %")).toBeVisible()
  expect(summary()).toHaveTextContent("Nothing ships. Your order page is your ticket.")
  expect(within(summary()).getByText("$0")).toBeVisible()
  expect(within(summary()).getByText("$41.40")).toBeVisible()
  expect(proceed()).toHaveAttribute("href", "/checkout/")
})

test("the seat select has as many seats as are left and saves a change immediately", async () => {
  const product = onSale({ [friday]: 3 })
  put(product, friday, 1)
  const { user } = renderAt(paths.cart())
  const select = await screen.findByRole("combobox", { name: /^Seats/ })
  await waitFor(() =>
    expect(
      within(select)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["0 (remove)", "1", "2", "3"]),
  )

  await user.selectOptions(select, "3")

  expect(cart.get().cartItems[0]!.bookings![0]!.reservationSeats.qty).toBe(3)
  expect(sum("Subtotal")).toBe("$36.00")
})

test("removing a line can be undone and moves the focus to the next line", async () => {
  const product = onSale({ [friday]: 8, [nextFriday]: 8 }, { name: "Draft Night" })
  put(product, friday, 2)
  put(product, nextFriday, 1)
  const { user } = renderAt(paths.cart())

  await user.click(await screen.findByRole("button", { name: "Remove Draft Night, Fri, Dec 4" }))

  expect(screen.queryByText(/Fri, Dec 4 ·/)).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole("heading", { name: "Draft Night on Fri, Dec 11" })).toHaveFocus())
  await user.click(await screen.findByRole("button", { name: "Undo" }))
  expect(cart.get().cartItems[0]!.bookings!.map(({ bookingDate }) => bookingDate)).toEqual([friday, nextFriday])
  await waitFor(() => expect(screen.getByRole("heading", { name: "Draft Night on Fri, Dec 4" })).toHaveFocus())
})

test("reaching 0 seats with an arrow key removes the line only when the focus moves on", async () => {
  put(onSale({ [friday]: 8 }), friday, 1)
  const { user } = renderAt(paths.cart())
  const seats = await screen.findByRole("combobox", { name: /^Seats/ })
  seats.focus()
  const press = (key: string, value: string) => {
    fireEvent.keyDown(seats, { key })
    fireEvent.change(seats, { target: { value } })
  }

  press("ArrowUp", "0")
  expect(screen.getByText("Removed when you move on.")).toBeVisible()
  press("ArrowDown", "1")
  expect(screen.queryByText("Removed when you move on.")).not.toBeInTheDocument()
  press("ArrowUp", "0")
  expect(cart.get().cartItems).toHaveLength(1)
  await user.tab()

  await waitFor(() => expect(cart.get().cartItems).toHaveLength(0))
  await waitFor(() => expect(screen.getByText("Oh no! The cart's empty...")).toHaveFocus())
})

test("a changed price is shown and used", async () => {
  const product = onSale({ [friday]: 8 }, { price: 12 })
  put({ ...product, price: 10 }, friday, 2)
  renderAt(paths.cart())

  expect(await screen.findByText("The price is now $12.00 (was $10.00).")).toBeVisible()
  expect(cart.get().itemsPrice).toBe(24)
  expect(sum("Subtotal")).toBe("$24.00")
})

test("two tax rates are one line, which unfolds, and the line of a date elsewhere says where it is", async () => {
  const product = onSale({ [friday]: 8, [nextFriday]: 8 }, { price: 10 })
  product.occurrences[1]!.elsewhere = elsewhere
  put(product, friday, 2)
  put(product, nextFriday, 1)
  const { user } = renderAt(paths.cart())

  expect(await screen.findByText("This date is at Copper Kettle, 12 Main St.")).toBeVisible()
  const taxes = within(summary()).getByText("Taxes")
  expect(taxes.closest("dt")!.nextElementSibling).toHaveTextContent("$4.00")
  expect(within(summary()).getByText("$34.00")).toBeVisible()
  const rates = within(summary()).getByText("10 % sales tax: $1.00")
  expect(rates).not.toBeVisible()
  await user.click(taxes)
  expect(rates).toBeVisible()
  expect(within(summary()).getByText("15 % sales tax: $3.00")).toBeVisible()
  await user.click(screen.getByRole("button", { name: /^Remove .*Dec 4/ }))

  expect(await within(summary()).findByText("sales tax, 10 %")).toBeVisible()
  await user.click(await screen.findByRole("button", { name: "Undo" }))
  expect(cart.get().taxPrice).toBe(4)
})

test.each([
  ["a full date", { [friday]: 0 }, friday, "This date is sold out now.", /Remove the date that can't be booked/],
  ["too few seats", { [friday]: 1 }, friday, "Only 1 seat is left on this date.", /Choose fewer seats/],
  ["a past date", { [friday]: 8 }, "2020-01-04T03:00:00Z", "This date has passed.", /Remove the date/],
  ["a skipped date", { [friday]: 8 }, nextFriday, "This date can no longer be booked.", /Remove the date/],
])("%s is marked and disables the checkout button, which says why", async (_case, left, date, message, reason) => {
  put(onSale(left), date, 2)
  renderAt(paths.cart())

  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByRole("combobox", { name: /^Seats/ })).toHaveAccessibleDescription(message)
  expect(proceed()).not.toBeInTheDocument()
  const button = within(summary()).getByRole("button", { name: "Proceed to Checkout", hidden: true })
  expect(button).toBeDisabled()
  expect(button).toHaveAccessibleDescription(reason)
})

test("a line of an event that staff hide while the cart is open says so", async () => {
  const product = onSale({ [friday]: 8 })
  put(product, friday, 1)
  const { client } = renderAt(paths.cart())
  await screen.findByText("Fri, Dec 4")
  await waitFor(() => expect(client.isFetching()).toBe(0))
  answer(`/api/products/${product._id}`, { message: "Not found." }, 404)
  await act(() => client.invalidateQueries({ queryKey: ["Product"] })) // as on return to the page

  expect(await screen.findByText("This date can no longer be booked.")).toBeVisible()
  expect(proceed()).not.toBeInTheDocument()
})

test("seats held by this browser's own order count as left", async () => {
  const product = onSale({ [friday]: 0 })
  put(product, friday, 2)
  const bookings = [anOrderBooking({ bookingDate: friday, reservationSeats: { qty: 2 } })]
  const heldUntil = new Date(Date.now() + 600_000).toISOString()
  const holdSeats = () => {
    checkout.keyFor("the cart")
    checkout.storeOrder(
      anOrder({ status: "held", heldUntil, orderItems: [anOrderItem({ _id: product._id, bookings })] }),
    )
  }
  renderAt(paths.cart(), { as: aUserInfo() })
  expect(await screen.findByText("This date is sold out now.")).toBeVisible()

  act(holdSeats)

  await waitFor(() => expect(screen.queryByText("This date is sold out now.")).not.toBeInTheDocument())
  expect(proceed()).toBeInTheDocument()
})

test("if seats can't be checked, the cart stays usable and can check again", async () => {
  const product = aProduct({ occurrences: [aDate({ startTime: friday, countInStock: 0 })] })
  answerNothing(`/api/products/${product._id}`)
  put(product, friday, 1)
  const { user } = renderAt(paths.cart())
  expect(await screen.findByText("We couldn't check prices and seats just now.")).toBeVisible()
  expect(proceed()).toBeInTheDocument()

  answer(`/api/products/${product._id}`, product)
  await user.click(screen.getByRole("button", { name: "Try again" }))

  expect(await screen.findByText("This date is sold out now.")).toBeVisible()
})

test("a new subtotal is announced once, half a second after the last change", async () => {
  put(onSale({ [friday]: 8 }), friday, 1)
  renderAt(paths.cart())
  await screen.findByText(/7:00–10:00 PM/)
  const announced = () => screen.getAllByRole("status").map((region) => region.textContent)
  vi.useFakeTimers()
  try {
    const { _id } = cart.get().cartItems[0]!
    act(() => cart.setSeats(_id, friday, 2))
    act(() => void vi.advanceTimersByTime(400))
    act(() => cart.setSeats(_id, friday, 3))
    act(() => void vi.advanceTimersByTime(499))
    expect(announced().join()).not.toContain("Subtotal is now")
    act(() => void vi.advanceTimersByTime(1))
    expect(announced()).toContain("Subtotal is now $36.00")
  } finally {
    vi.useRealTimers()
  }
})
