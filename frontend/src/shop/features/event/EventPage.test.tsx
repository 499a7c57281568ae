import { act, screen, waitFor, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { formatDateOption, formatDay, formatWhen, monthHeading } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { addButton, answerCount, chosen, dateSelect, fact, open, seatSelect, twoDates } from "~/testing/pages/eventPage"
import { aDate, aProduct, elsewhere, inDays } from "~/testing/factories"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { answer, hold, isBefore, onALargeScreen, renderAt, requests, scrolledTo } from "~/testing/browser"

test("an event shows its name, time, seats, price, category, text and place", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue()
  anEmptyShop()
  onALargeScreen()
  const date = aDate({ countInStock: 6 })
  open({ occurrences: [date], description: "First part.\n\nSecond part.", price: 18 })

  expect(await screen.findByRole("heading", { level: 1, name: "Friday Commander Night" })).toBeVisible()
  expect(screen.getByRole("main")).toHaveTextContent(formatWhen(date.startTime, date.endTime))
  expect(await screen.findByText("18/24 seats taken")).not.toBeVisible() // the page says what is left
  expect(screen.getByText("6 seats left").parentElement).toHaveTextContent(/^\$20\.706 seats left$/)
  expect(await fact("Ticket Price")).toHaveTextContent(/^\$18\.00Before sales tax \(15 %\)\./)
  expect(screen.getByText("Ticket Price")).not.toBeVisible() // the price with tax is the one in sight
  expect(await fact("Seats Available?")).toHaveTextContent("Yes!")
  expect(screen.getByText("Seats Available?")).not.toBeVisible()
  expect(await fact("Category")).toHaveTextContent("Magic")
  expect(screen.getByText("First part.")).toBeVisible()
  expect(screen.getByText("Second part.")).toBeVisible()
  expect(screen.getByRole("main")).toHaveTextContent("Foam & Felt, 5 Main Street Open map")
  const map = screen.getByRole("link", { name: "Open map (opens in a new tab)" })
  expect(map).toHaveAttribute("href", expect.stringContaining("Foam%20%26%20Felt"))
  expect(map).toHaveAttribute("target", "_blank")
  expect(screen.getByRole("link", { name: "Go Back" })).toHaveAttribute("href", "/")
  await waitFor(() => expect(document.title).toBe("Friday Commander Night · Charity Card Shop"))
  expect(warn).not.toHaveBeenCalled()
})

test("an event says what guests need to know to come, and nothing if nobody said it", async () => {
  const access = { stepFree: true, quietCorner: true, accessNote: "Ring at the side door." }
  open(access)

  expect(await fact("Access")).toHaveTextContent("Step-free · quiet cornerRing at the side door.")
})

test("an event with a goal shows how far it has come", async () => {
  scrolledTo(true)
  anEmptyShop()
  answer("/api/giving/raised", { raised: 12, tickets: 12, gifts: 0, fees: 0, returned: 0, asOf: inDays(0) })
  open({ hasGoal: true })

  expect(await screen.findByText("Received so far, before costs: $12.00")).toBeVisible()
})

test("how far a goal has come is not requested for an event without a goal", async () => {
  scrolledTo(true)
  anEmptyShop()
  open({ hasGoal: false })
  await screen.findByRole("heading", { level: 1 })

  expect(requests("/api/giving/raised")).toEqual([])
})

test("below Book stands what buyers get back, for the chosen date, once on the page", async () => {
  const [soon, late] = twoDates()
  const refundPolicy = { refund: "minus_fee", untilHours: 100, feePerSeat: 2 } as const
  answerCount(0)
  const { user } = open({ occurrences: [soon, late], refundPolicy })
  await dateSelect()
  expect(await screen.findByText(/^Refunds ended on \w{3}, \w{3} \d+, \d+:00 [AP]M P[DS]T\.$/)).toBeVisible()

  await user.selectOptions(await dateSelect(), late.startTime)

  const terms = await screen.findByText(/Refund minus \$2\.00 a seat until \w{3}, \w{3} \d+, \d+:00 [AP]M P[DS]T\./)
  expect(isBefore(screen.getByRole("button", { name: /^Book 1 seat/ }), terms)).toBe(true)
})

test.each([
  [1, "Members pay $8.00 for one seat."],
  [3, "Members pay $8.00 a seat, up to 3 seats."],
])("the price comes with what members pay, and for how many seats: %d", async (memberSeats, text) => {
  open({ memberPrice: 8, memberSeats })
  await dateSelect()

  expect(await fact("Ticket Price")).toHaveTextContent(text)
})

test.each(["Default", "  "])("an event without a place (%o) has no map, and a warning is logged", async (place) => {
  const warn = vi.spyOn(console, "warn").mockReturnValue()
  open({ eventLocation: place })
  await screen.findByRole("heading", { level: 1, name: "Friday Commander Night" })

  expect(screen.queryByText("Default")).not.toBeInTheDocument()
  expect(screen.queryByRole("link", { name: /map/ })).not.toBeInTheDocument()
  expect(warn).toHaveBeenCalled()
})

test("dates are grouped by month, in venue time, and full ones are marked", async () => {
  const [soon, late] = twoDates()
  const full = aDate({ startTime: inDays(4), countInStock: 0 })
  open({ occurrences: [soon, full, late] })
  await dateSelect()

  const group = screen.getByRole("group", { name: monthHeading(late.startTime) })
  expect(within(group).getByRole("option", { name: formatDateOption(late.startTime) })).toBeEnabled()
  expect(screen.getByRole("option", { name: `${formatDateOption(full.startTime)} (sold out)` })).toBeEnabled()
  expect(await chosen()).toBe(soon.startTime)
})

test("a date elsewhere has the place, the access and the tax of where it is", async () => {
  const [soon, late] = twoDates()
  const { user } = open({ occurrences: [soon, { ...late, elsewhere }], stepFree: true, price: 10 })
  answerCount(20)
  await dateSelect()
  expect(screen.getByRole("main")).toHaveTextContent(/Foam & Felt, 5 Main Street Open map.*\$11\.50/)
  const option = screen.getByRole("option", { name: `${formatDateOption(late.startTime)}, at Copper Kettle` })

  await user.selectOptions(await dateSelect(), option)

  const main = screen.getByRole("main")
  await waitFor(() => expect(main).toHaveTextContent(/Copper Kettle, 12 Main St Open map.*\$11\.00/))
  expect(main).not.toHaveTextContent(/\$11\.50|Foam & Felt/)
  const map = screen.getByRole("link", { name: /^Open map/ })
  expect(map).toHaveAttribute("href", expect.stringContaining("Copper%20Kettle"))
  expect(await fact("Access")).toHaveTextContent(/^Parking$/)
  expect(await fact("Ticket Price")).toHaveTextContent("Before sales tax (10 %).")
  expect(await screen.findByRole("button", { name: /Book 1 seat · \$11\.00/ })).toBeVisible()
  await user.click(await addButton())
  expect(cart.get()).toMatchObject({ itemsPrice: 10, taxPrice: 1, totalPrice: 11 })
})

test("a link to no date chooses none, and offers the nearest ones", async () => {
  const [soon] = twoDates()
  const { product, user, address } = open({ occurrences: [soon] }, inDays(20), {
    nearest: [{ startTime: soon.startTime, text: "Fri, Dec 4 · 7:00 PM" }],
  })

  expect(await screen.findByText("This date is not on our calendar.")).toBeVisible()
  expect(screen.queryByLabelText("Reservation Date")).not.toBeInTheDocument()
  await user.click(screen.getByRole("link", { name: "Fri, Dec 4 · 7:00 PM" }))

  expect(await chosen()).toBe(soon.startTime)
  expect(address()).toBe(paths.event(product._id, soon.startTime))
  expect(screen.queryByText("This date is not on our calendar.")).not.toBeInTheDocument()
})

test("the link of a date that moved chooses it at its new time", async () => {
  const [soon, late] = twoDates()
  open({ occurrences: [soon, late] }, inDays(20), {
    state: "upcoming",
    text: "Moved to Sat, Dec 5 (was Fri, Dec 4).",
    ...late,
  })

  expect(await screen.findByText("Moved to Sat, Dec 5 (was Fri, Dec 4).")).toBeVisible()
  expect(await chosen()).toBe(late.startTime)
})

test("changing the date updates the URL and requests the current seat count", async () => {
  const [soon, late] = twoDates()
  const count = hold()
  answerCount(22, 24, count)
  const { product, user, address } = open({ occurrences: [soon, late] })
  await user.selectOptions(await dateSelect(), late.startTime)

  expect(await screen.findByText("Checking seats…")).toBeVisible()
  expect(await seatSelect()).toBeDisabled()
  count.release()
  await waitFor(async () => expect(await seatSelect()).toBeEnabled())
  expect(await screen.findByText("22/24 seats taken")).toBeInTheDocument()
  expect([...(await seatSelect()).options].map((option) => option.value)).toEqual(["1", "2"])
  expect(address()).toBe(paths.event(product._id, late.startTime))
  const request = requests("/api/bookings")[0]!
  expect(Object.fromEntries(request.url.searchParams)).toEqual({
    productId: product._id,
    eventStartTime: late.startTime,
  })
})

test("a date that sold out in the meantime says so and offers other dates", async () => {
  const [soon, late] = twoDates()
  answerCount(24)
  const { user } = open({ occurrences: [soon, late] })
  await user.selectOptions(await dateSelect(), late.startTime)

  expect(await screen.findByText("This date is sold out.")).toBeVisible()
  expect(await fact("Seats Available?")).toHaveTextContent("Sold Out!")
  expect(screen.queryByLabelText("Seats to Reserve")).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: "Add to Cart" })).not.toBeInTheDocument()
  await user.click(screen.getByRole("button", { name: "See other dates" }))
  expect(await dateSelect()).toHaveFocus()
})

test("a full date says so before its seats are counted", async () => {
  const [soon, late] = twoDates()
  const count = hold()
  answerCount(24, 24, count)
  const { user } = open({ occurrences: [soon, { ...late, countInStock: 0 }] })
  await user.selectOptions(await dateSelect(), late.startTime)

  expect(await screen.findByText("This date is sold out.")).toBeVisible()
  expect(screen.getByText("Checking seats…")).toBeVisible()
  count.release()
  await waitFor(() => expect(screen.queryByText("Checking seats…")).not.toBeInTheDocument())
})

test("a full date has a button for the next date with seats", async () => {
  const full = aDate({ startTime: inDays(3), countInStock: 0 })
  const alsoFull = aDate({ startTime: inDays(10), countInStock: 0 })
  const free = aDate({ startTime: inDays(17), countInStock: 6 })
  answerCount(18)
  const { product, user, address } = open({ occurrences: [full, alsoFull, free] }, full.startTime)

  expect(await screen.findByText("Next one on")).toHaveTextContent(`on ${formatDateOption(free.startTime)}.`)
  await user.click(screen.getByRole("button", { name: `Choose ${formatDay(free.startTime)}` }))

  await waitFor(() => expect(address()).toBe(paths.event(product._id, free.startTime)))
  expect(await dateSelect()).toHaveFocus()
  expect(await seatSelect()).toBeVisible()
})

test("an event whose dates are all full leads to similar events", async () => {
  const full = aDate({ startTime: inDays(3), countInStock: 0 })
  const { user } = open({ occurrences: [full] }, full.startTime)

  await user.click(await screen.findByRole("button", { name: "See similar events" }))

  expect(screen.getByRole("heading", { name: "Similar events" })).toHaveFocus()
})

test("a link to a canceled date shows that date, and no other one is chosen", async () => {
  const [soon] = twoDates()
  const canceled = { startTime: inDays(2), endTime: inDays(2, 6), reason: "The brewery is flooded." }
  open({ occurrences: [soon], canceledDates: [canceled] }, canceled.startTime, {
    state: "canceled",
    text: "Wed, Nov 25 is canceled. The brewery is flooded.",
    startTime: canceled.startTime,
    endTime: canceled.endTime,
    nearest: [{ startTime: soon.startTime, text: "Wed, Dec 2 · 7:00 PM" }],
  })

  expect(await screen.findByText("Wed, Nov 25 is canceled. The brewery is flooded.")).toBeVisible()
  expect(screen.getByText(formatDay(canceled.startTime))).toBeVisible()
  expect(screen.queryByText(formatDay(soon.startTime))).not.toBeInTheDocument()
  expect(screen.queryByRole("region", { name: "Book your seat" })).not.toBeInTheDocument()
  expect(await screen.findByRole("link", { name: "Go Back" })).toBeVisible() // loads with what is below
  expect(screen.queryByRole("heading", { name: "More dates" })).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: "Add to calendar" })).not.toBeInTheDocument()
})

test.each(["asked", "not asked"])("an event whose only date is canceled says so (%s)", async (how) => {
  const canceled = { startTime: inDays(2), endTime: inDays(2, 6), reason: "Flooded" }
  const times = { startTime: canceled.startTime, endTime: canceled.endTime }
  const { product } = open(
    { occurrences: [], canceledDates: [canceled], isRecurring: false, ...times },
    how === "asked" ? canceled.startTime : undefined,
    { state: "canceled", text: "Wed, Nov 25 is canceled. Flooded. No next date is planned yet.", ...times },
  )

  expect(await screen.findByText(/is canceled. Flooded./)).toBeVisible()
  expect(screen.getByRole("link", { name: "See all events" })).toHaveAttribute("href", paths.allDates())
  const [asked] = requests(`/api/products/${product._id}/asked-date`)
  expect(asked!.url.searchParams.get("rsvpDate")).toBe(canceled.startTime)
})

test("an event that staff hide while its page is open can no longer be booked there", async () => {
  const { product, client } = open()
  await addButton()
  answer(`/api/products/${product._id}`, { message: "Not found." }, 404)
  await act(() => client.invalidateQueries({ queryKey: ["Product"] })) // as on return to the page

  expect(await screen.findByRole("heading", { level: 1, name: "That page isn't in our deck." })).toBeVisible()
  expect(screen.queryByRole("button", { name: "Add to Cart" })).not.toBeInTheDocument()
})

test("an event that fails to load shows the reason once, in a toast, and can be retried", async () => {
  const product = aProduct()
  answer(`/api/products/${product._id}`, { message: "Something broke on our side." }, 500)
  const { user } = renderAt(paths.event(product._id))

  expect(await screen.findByText("We couldn't load this event.")).toBeVisible()
  expect(await screen.findByText("Something broke on our side.")).toBeVisible()
  await waitFor(() => expect(document.title).toMatch(/^Error: /))
  answer(`/api/products/${product._id}`, product)
  await user.click(screen.getByRole("button", { name: "Try again" }))
  expect(await screen.findByRole("heading", { level: 1, name: product.name })).toBeVisible()
})

test("a date that starts while the page is open can't be reserved any more", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["Date", "setInterval", "clearInterval"] })
  try {
    const startTime = new Date(Date.now() + 60_000).toISOString()
    open({ occurrences: [aDate({ startTime })], isRecurring: false, startTime }, undefined, {
      state: "begun",
      text: "Friday Commander Night has begun: Fri, Dec 4 · 7:00 PM.",
    })
    await seatSelect()
    act(() => void vi.advanceTimersByTime(121_000))

    expect(await screen.findByText(/has begun/)).toBeVisible()
    expect(screen.queryByRole("button", { name: "Add to Cart" })).not.toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})

test("an event with one date says so once, in the select of dates", async () => {
  open({ isRecurring: false, occurrences: [aDate({ startTime: inDays(3) })] })

  const select = await screen.findByLabelText("Reservation Date")
  expect(within(select).getByRole("option", { name: /· One date only$/ })).toBeInTheDocument()
  expect(screen.getAllByText(/One date only/)).toHaveLength(1)
})

test("a series has its own calendar to subscribe to", async () => {
  const { product } = open({ isRecurring: true })

  expect(await screen.findByRole("link", { name: "Subscribe to this series" })).toHaveAttribute(
    "href",
    `/calendar/${product._id}.ics`,
  )
})

test.each([{ isRecurring: false }, { isRecurring: true, status: "archived" as const }])(
  "an event without a calendar file has no link to it: %o",
  async (over) => {
    const { product } = open(over)

    expect(await screen.findByRole("heading", { level: 1, name: product.name })).toBeVisible()
    expect(screen.queryByRole("link", { name: "Subscribe to this series" })).not.toBeInTheDocument()
  },
)
