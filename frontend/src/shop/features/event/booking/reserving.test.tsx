import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { cart, countBookings } from "~/shop/state/cart"
import { setShop } from "~/shop/state/shop"
import { announcement } from "~/common/ui/feedback/announce"
import { addButton, answerCount, dateSelect, fact, open, seatSelect, twoDates } from "~/testing/pages/eventPage"
import { aDate, anOrder, aProduct, aUserInfo } from "~/testing/factories"
import { answer, hold, isBefore, renderAt, requests, scrolledTo } from "~/testing/browser"

test("on a full date the waiting list is in place of the seat selector and Add to Cart", async () => {
  open({ occurrences: [aDate({ countInStock: 0 })] })

  expect(await screen.findByRole("link", { name: "Sign in to join the waiting list" })).toBeVisible()
  expect(await screen.findByText("This date is sold out.")).toBeVisible()
  expect(await fact("Seats Available?")).toHaveTextContent("Sold Out!")
  expect(screen.queryByLabelText("Seats to Reserve")).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: "Add to Cart" })).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: "See other dates" })).not.toBeInTheDocument()
})

test.each([
  ["starts within the hour", { startTime: new Date(Date.now() + 50 * 60_000).toISOString() }, {}],
  ["is of an archived event", {}, { status: "archived" as const }],
])("a full date that %s has no waiting list, and Add to Cart is disabled", async (_, date, over) => {
  open({ ...over, occurrences: [aDate({ ...date, countInStock: 0 })] })

  expect(await addButton()).toBeDisabled()
  expect(await screen.findByText("This date is sold out.")).toBeVisible()
  expect(screen.queryByRole("link", { name: /waiting list/ })).not.toBeInTheDocument()
})

test("Add to Cart adds the booking, says so for two seconds, and becomes the way to the checkout", async () => {
  const [soon] = twoDates()
  const { product, user } = open({ occurrences: [soon], price: 12 })
  await user.selectOptions(await seatSelect(), "2")
  const button = await addButton()
  await user.click(button)

  expect(cart.get().cartItems).toEqual([
    {
      _id: product._id,
      name: product.name,
      image: product.image,
      price: 12,
      bookings: [{ bookingDate: soon.startTime, reservationSeats: { qty: 2 } }],
    },
  ])
  expect(button).toHaveTextContent("Added")
  expect(button).toHaveFocus()
  expect(await screen.findByText(`2 seats on ${formatDay(soon.startTime)} are in your cart.`)).toBeVisible()
  expect(screen.getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart")
  const next = await screen.findByRole("link", { name: "Checkout · 2 seats · $27.60" })
  expect(next).toHaveAttribute("href", "/checkout/")
  expect(next).toHaveFocus()
  expect(button).not.toBeInTheDocument()
})

test("the way to the checkout shows all seats of the cart and their price from the server", async () => {
  const [soon] = twoDates()
  const other = aProduct({ _id: "6b0022129c206dee8f316aaa", name: "Draft Night", occurrences: [soon] })
  answer(`/api/products/${other._id}`, other)
  cart.add(other, { bookingDate: soon.startTime, reservationSeats: { qty: 2 } })
  cart.setExtras({ voucher: "SPRING" })
  answer("POST /api/orders/quote", { itemsPrice: 20, shippingPrice: 0, taxPrice: 3, totalPrice: 23 })
  const { user } = open({ occurrences: [soon] })
  await user.click(await addButton())

  expect(await screen.findByRole("link", { name: "Checkout · 3 seats · $23.00" })).toBeVisible()
})

test("seats in the cart can be changed to the chosen number", async () => {
  const [soon] = twoDates()
  const { user } = open({ occurrences: [soon] })
  await user.selectOptions(await seatSelect(), "3")
  await user.click(await addButton())
  expect(screen.queryByRole("button", { name: /Change to/ })).not.toBeInTheDocument()

  await user.selectOptions(await seatSelect(), "2")
  await user.click(screen.getByRole("button", { name: "Change to 2 seats" }))

  expect(cart.get().cartItems[0]!.bookings![0]!.reservationSeats.qty).toBe(2)
  expect(announcement.get()).toBe(`2 seats on ${formatDay(soon.startTime)} are in your cart.`)
  expect(screen.queryByRole("button", { name: /Change to/ })).not.toBeInTheDocument()
  expect(screen.queryByText(/Adding/)).not.toBeInTheDocument()
  expect(await seatSelect()).toHaveFocus()
})

test("seats that were added by mistake can be changed to the chosen number immediately", async () => {
  const [soon] = twoDates()
  const product = aProduct({ occurrences: [soon] })
  cart.add(product, { bookingDate: soon.startTime, reservationSeats: { qty: 3 } })
  const { user } = open(product)
  await user.selectOptions(await seatSelect(), "2")
  await user.click(await addButton())
  expect(cart.get().cartItems[0]!.bookings![0]!.reservationSeats.qty).toBe(5)

  // Below the button that was pressed, so that a second tap doesn't hit it.
  const changeButton = await screen.findByRole("button", { name: "Change to 2 seats" })
  const pressed = screen.getByRole("button", { name: "Added" })
  expect(isBefore(pressed, changeButton)).toBe(true)
  await user.click(changeButton)

  expect(cart.get().cartItems[0]!.bookings![0]!.reservationSeats.qty).toBe(2)
})

test("adding seats is announced in an existing live region", async () => {
  const [soon] = twoDates()
  const { user } = open({ occurrences: [soon] })
  const button = await addButton()
  const regions = screen.getAllByRole("status")
  const text = `1 seat on ${formatDay(soon.startTime)} is in your cart.`

  await user.click(button)

  await waitFor(() => expect(regions.filter((region) => region.textContent === text)).toHaveLength(1))
  expect(screen.getAllByRole("status").filter((region) => region.textContent?.includes("in your cart"))).toHaveLength(1)
})

test("changing to a date with fewer seats than chosen says that the choice was reduced", async () => {
  const [soon, late] = twoDates()
  answerCount(22)
  const { user } = open({ occurrences: [soon, late] })
  await user.selectOptions(await seatSelect(), "6")

  await user.selectOptions(await dateSelect(), late.startTime)

  const day = formatDay(late.startTime)
  const status = await screen.findByText(`Only 2 seats are left on ${day}, so your choice is 2 now.`)
  expect(status.closest("[role=status]")).toBeInTheDocument()
  expect(await seatSelect()).toHaveValue("2")
  await user.selectOptions(await seatSelect(), "1")
  expect(status).not.toBeInTheDocument()
})

test("the seats in the cart are shown on their date only", async () => {
  const [soon, late] = twoDates()
  const product = aProduct({ occurrences: [soon, late] })
  cart.add(product, { bookingDate: soon.startTime, reservationSeats: { qty: 1 } })
  answerCount(0)
  const { user } = open(product)

  expect(await screen.findByText(`1 seat on ${formatDay(soon.startTime)} is in your cart.`)).toBeVisible()
  expect(screen.queryByText(/other dates/)).not.toBeInTheDocument()
  await user.selectOptions(await dateSelect(), late.startTime)
  await waitFor(() => expect(screen.queryByText(/in your cart/)).not.toBeInTheDocument())
})

test("a date that is in the cart leads to the checkout, with its seats chosen, until another number is", async () => {
  const [soon] = twoDates()
  const product = aProduct({ occurrences: [soon] })
  cart.add(product, { bookingDate: soon.startTime, reservationSeats: { qty: 3 } })
  const { user } = open(product)

  expect(await screen.findByRole("link", { name: /^Checkout · 3 seats/ })).toBeVisible()
  expect(await seatSelect()).toHaveValue("3")
  expect(screen.queryByRole("button", { name: /^Change to/ })).not.toBeInTheDocument()
  await user.selectOptions(await seatSelect(), "1")

  expect(screen.getByText("Adding 1 more makes 4 seats.")).toBeVisible()
  expect(await addButton()).toBeVisible()
})

test("Book is there for the first date, and not once the cart has seats", async () => {
  const [soon, late] = twoDates()
  answerCount(0)
  const { user } = open({ occurrences: [soon, late] })
  expect(await screen.findByRole("button", { name: "Book 1 seat · $13.80" })).toBeVisible()

  await user.click(await addButton())
  expect(screen.queryByRole("button", { name: /^Book / })).not.toBeInTheDocument()
  await user.selectOptions(await dateSelect(), late.startTime)
  await waitFor(async () => expect(await addButton()).not.toHaveAttribute("aria-disabled"))
  expect(screen.queryByRole("button", { name: /^Book / })).not.toBeInTheDocument()

  await user.click(await addButton())
  expect(await screen.findByText("It also has 1 seat on other dates.")).toBeVisible()
})

test("adding the same date again adds its seats, up to the seats left", async () => {
  const [soon] = twoDates()
  const product = aProduct({ occurrences: [{ ...soon, countInStock: 3 }] })
  // An earlier visit stored the same datetime in another format.
  const bookingDate = soon.startTime.replace("Z", ".000Z")
  cart.add(
    { _id: product._id, name: product.name, image: "", price: 12 },
    { bookingDate, reservationSeats: { qty: 1 } },
  )
  const { user } = open(product)
  await user.selectOptions(await seatSelect(), "3")
  await user.click(await addButton())

  expect(await screen.findByText("Only 3 seats are left on this date. Your cart already has 1.")).toBeVisible()
  expect(screen.getByRole("link", { name: "View cart" })).toBeVisible()
  expect(cart.get().cartItems[0]!.bookings).toEqual([{ bookingDate, reservationSeats: { qty: 1 } }])
  await user.selectOptions(await seatSelect(), "2")
  expect(screen.queryByText(/Only 3 seats/)).not.toBeInTheDocument()
  await user.click(await addButton())
  expect(cart.get().cartItems[0]!.bookings).toEqual([{ bookingDate, reservationSeats: { qty: 3 } }])
})

test("on a phone a bar shows the sum once and the buttons after the box has scrolled away", async () => {
  scrolledTo(false)
  const { user } = open({ price: 12 })
  await user.selectOptions(await seatSelect(), "2")

  expect(await screen.findAllByRole("button", { name: "Book 2 seats · $27.60" })).toHaveLength(2) // in box and bar
  expect(screen.getByText("2 seats · $27.60")).toHaveClass("sr-only") // the button says it
  expect(document.documentElement.style.getPropertyValue("--bar-h")).not.toBe("")
  const buttons = screen.getAllByRole("button", { name: "Add to Cart" })
  await user.click(buttons.at(-1)!)
  expect(cart.get().cartItems[0]!.bookings).toHaveLength(1)
})

test("free seats are booked with one press, without the cart", async () => {
  const { product, user, address } = openFree()
  const order = anOrder({ totalPrice: 0 })
  answer("POST /api/orders", order, 201)
  answer(`/api/orders/${order._id}`, order)
  await user.selectOptions(await seatSelect(), "2")
  await user.click(await screen.findByRole("button", { name: "Book 2 seats · free" }))

  await waitFor(() => expect(address()).toBe(paths.order(order._id)))
  const { startTime } = product.occurrences[0]!
  const bookings = [{ bookingDate: startTime, reservationSeats: { qty: 2 } }]
  expect(requests("POST")[0]!.body).toEqual({
    orderItems: [{ _id: product._id, name: product.name, price: 0, bookings }],
    totalPrice: 0,
  })
  expect(cart.get().cartItems).toEqual([])
})

test("why free seats were not booked is shown above the button", async () => {
  const { user } = openFree()
  answer("POST /api/orders", { message: "No seats are left.", code: "sold_out" }, 409)
  await user.click(await screen.findByRole("button", { name: "Book 1 seat · free" }))

  expect(await screen.findByRole("alert")).toHaveTextContent("No seats are left.")
})

test("signed-out visitors get free seats at the checkout, without Add to Cart", async () => {
  const { user } = open({ price: 0 })
  expect(await screen.findByText("1 seat · free")).toBeVisible()
  expect(screen.queryByText(/tax/)).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: "Add to Cart" })).not.toBeInTheDocument()

  await user.click(screen.getByRole("button", { name: "Book 1 seat · free" }))

  expect(countBookings(cart.get())).toBe(1)
})

test("a signed-out visitor whose cart has other seats sees them before free ones are ordered", async () => {
  const [soon] = twoDates()
  const other = aProduct({ name: "Draft Night", occurrences: [soon] })
  answer(`/api/products/${other._id}`, other)
  cart.add(other, { bookingDate: soon.startTime, reservationSeats: { qty: 1 } })
  const { user, address } = open({ price: 0 })

  await user.click(await screen.findByRole("button", { name: "Book 1 seat · free" }))

  await waitFor(() => expect(address()).toBe(paths.cart()))
})

test("free seats in the cart can be changed, and lead to the checkout", async () => {
  const product = aProduct({ price: 0 })
  cart.add(product, { bookingDate: product.occurrences[0]!.startTime, reservationSeats: { qty: 1 } })
  const { user } = open(product)
  await user.selectOptions(await seatSelect(), "3")

  expect(screen.queryByRole("button", { name: "Add to Cart" })).not.toBeInTheDocument()
  expect(screen.getByRole("button", { name: "Change to 3 seats" })).toBeVisible()
  expect(screen.getAllByRole("link", { name: /^Checkout/ })[0]).toHaveAttribute("href", "/checkout/")
})

test("the form says the price of the seats with tax, and how much of it is tax", async () => {
  const { user } = open({ price: 12 })
  await user.selectOptions(await seatSelect(), "2")

  expect(screen.getByText("2 seats · $27.60").closest("output")).toHaveTextContent(
    "2 seats · $27.60 incl. $3.60 sales tax",
  )
  expect(await fact("Ticket Price")).toHaveTextContent("$12.00")
})

test("with the price per booking, more seats cost the same", async () => {
  setShop({ pricePer: "booking" })
  const { user } = open({ price: 12 })
  await user.selectOptions(await seatSelect(), "2")

  expect(screen.getByRole("button", { name: "Book 2 seats · $13.80" })).toBeVisible()
})

test("where shipping is charged, the button has the total with it", async () => {
  setShop({ shippingFlat: 10 })
  open({ price: 12 })

  expect(await screen.findByRole("button", { name: "Book 1 seat · $23.80" })).toBeVisible()
  expect(screen.getByText("incl. $1.80 sales tax, incl. $10.00 shipping")).toBeVisible()
})

const discount = { kind: "member" as const, label: "Member price", amount: 4 }
const quoted = { listPrice: 12, discounts: [discount], itemsPrice: 8, shippingPrice: 0, taxPrice: 1.2, giftPrice: 0 }

test("members read what they are charged, and what was taken off", async () => {
  const product = aProduct({ price: 12, memberPrice: 8 })
  answer(`/api/products/${product._id}`, product)
  answer("/api/waiting", [])
  const later = hold()
  answer("POST /api/orders/quote", { ...quoted, totalPrice: 9.2 }, 200, later)
  renderAt(paths.event(product._id), { as: aUserInfo() })
  expect(await screen.findByRole("button", { name: "Book 1 seat" })).toBeVisible() // not the price of others
  later.release()

  expect(await screen.findByRole("button", { name: "Book 1 seat · $9.20" })).toBeVisible()
  expect(screen.getByText("incl. $1.20 sales tax, Member price −$4.00")).toBeVisible()
})

test("a code that was entered earlier is in the price, and one that is refused is not", async () => {
  cart.setExtras({ voucher: "SPRING" })
  answer("POST /api/orders/quote", { ...quoted, totalPrice: 9.2 })
  const { user } = open({ price: 12 })
  expect(await screen.findByRole("button", { name: "Book 1 seat · $9.20" })).toBeVisible()

  answer("POST /api/orders/quote", { message: "This code isn't for these seats.", code: "voucher" }, 409)
  await user.selectOptions(await seatSelect(), "2")

  expect(await screen.findByRole("button", { name: "Book 2 seats · $27.60" })).toBeVisible()
})

function openFree() {
  const product = aProduct({ price: 0 })
  answer(`/api/products/${product._id}`, product)
  answer("/api/waiting", [])
  return { product, ...renderAt(paths.event(product._id), { as: aUserInfo() }) }
}
