import { screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import type { OrderBooking, OrderStatus } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { anOrder, anOrderBooking, anOrderItem, inDays } from "~/testing/factories"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { ana, openForm, openProfile } from "~/testing/pages/profilePage"
import { answer, calls, renderAt, requests } from "~/testing/browser"

describe("the profile form", () => {
  test("shows the user's details, saves changes, shows a toast and opens the home page", async () => {
    const { user, form, button, address } = await openForm()
    anEmptyShop()
    const changed = { ...ana, firstName: "Anna", lastName: "", reminders: false }
    answer("PUT /api/users/profile", changed)
    expect(form.getByLabelText("First Name")).toHaveValue("Ana")
    expect(form.getByLabelText("Last Name (optional)")).toHaveValue("Diaz")
    expect(form.getByLabelText("Email Address")).toHaveValue("ana@example.com")
    const reminders = form.getByRole("checkbox", { name: "Remind me by email the day before a date" })
    expect(reminders).toBeChecked()
    expect(form.queryByRole("checkbox", { name: /what was sold/ })).not.toBeInTheDocument()

    await user.clear(form.getByLabelText("First Name"))
    await user.type(form.getByLabelText("First Name"), "Anna")
    await user.clear(form.getByLabelText("Last Name (optional)"))
    await user.click(reminders)
    await user.click(button)

    expect(await screen.findByText("User updated!")).toBeVisible()
    await waitFor(() => expect(address()).toBe("/"))
    const sent = requests("PUT")[0]
    expect(sent?.body).toEqual({
      firstName: "Anna",
      lastName: "",
      email: "ana@example.com",
      reminders: false,
      seen: { firstName: "Ana", lastName: "Diaz", email: "ana@example.com", reminders: true },
    })
    expect(session.get().user).toEqual(changed)
  })

  test("staff can have a day's sales emailed", async () => {
    answer("/api/users/second-factor", { isOn: false })
    const { user, form, button } = await openForm({ ...ana, isAdmin: true })
    anEmptyShop()
    answer("PUT /api/users/profile", { ...ana, isAdmin: true, salesEmails: true })
    await user.click(form.getByRole("checkbox", { name: "Email me each morning what was sold the day before" }))
    await user.click(button)

    await waitFor(() => expect(requests("PUT")[0]?.body).toEqual({ salesEmails: true, seen: { salesEmails: false } }))
  })

  test("another user's profile is not found", async () => {
    renderAt(paths.profile("ffffffffffffffffffffffff"), { as: ana })

    expect(await screen.findByRole("heading", { name: "That page isn't in our deck." })).toBeVisible()
    expect(calls).toEqual([])
  })
})

describe("your orders", () => {
  const friday = "2026-12-05T03:00:00Z"

  test("are named after the event and its date, with a small number, and link to the order page", async () => {
    const order = anOrder({
      createdAt: "2026-11-20T20:00:00Z",
      totalPrice: 27.6,
      orderItems: [anOrderItem({ name: "Draft Night", bookings: [anOrderBooking({ bookingDate: friday })] })],
    })

    await openProfile([order])

    const link = await screen.findByRole("link", { name: "Draft Night, Fri, Dec 4 · 7:00 PM" })
    expect(link).toHaveAttribute("href", paths.order(order._id))
    const row = within(link.closest("li")!)
    expect(row.getByText("$27.60")).toBeVisible()
    expect(row.getByText(order.number).closest("p")).toHaveTextContent(`Order ${order.number}, placed Fri, Nov 20`)
    expect(row.queryByRole("listitem")).not.toBeInTheDocument() // it has no other date
    expect(row.queryByText(/paid/i)).not.toBeInTheDocument()
  })

  const namesIn = (group: string) =>
    within(screen.getByRole("region", { name: group }))
      .getAllByRole("link")
      .map((link) => link.textContent ?? "")
      .filter((text) => text !== "Show ticket" && text !== "Choose")
      .map((text) => text.replace(/, \w{3}, .*/, ""))
  const onDays = (name: string, days: number[], over: Partial<OrderBooking> = {}) =>
    anOrderItem({ name, bookings: days.map((day) => anOrderBooking({ bookingDate: inDays(day), ...over })) })

  test("that are coming up are listed soonest first, and past ones latest first", async () => {
    await openProfile([
      anOrder({ orderItems: [onDays("Later", [20])] }),
      anOrder({ orderItems: [onDays("Long ago", [-90])] }),
      anOrder({ orderItems: [onDays("Last week", [-7])] }),
      anOrder({ orderItems: [onDays("Two nights", [-3, 9])] }),
      anOrder({ orderItems: [onDays("Soon", [2])] }),
    ])

    expect(await screen.findByRole("heading", { level: 3, name: "Coming up" })).toBeVisible()
    expect(namesIn("Coming up")).toEqual(["Soon", "Two nights", "Later"])
    expect(namesIn("Past")).toEqual(["Last week", "Long ago"])
    const next = screen.getByRole("link", { name: /^Two nights/ })
    expect(within(next.closest("ul")!).getAllByRole("listitem")).toEqual([expect.anything(), next.closest("li")]) // in order
  })

  test("have a button to the ticket of a date to come, or to what the buyer may choose", async () => {
    const dateChange = { kind: "cancel" as const, startTime: inDays(3), reason: "Flood", until: inDays(9) }
    const orders = [
      anOrder({ orderItems: [onDays("Going", [-3, 9])] }),
      anOrder({ orderItems: [onDays("Off", [3], { isOff: true, dateChange })] }),
      anOrder({ orderItems: [onDays("Over", [-3])] }),
      anOrder({ status: "held", orderItems: [onDays("Unpaid", [4], { status: "pending" })] }),
    ]
    await openProfile(orders)

    const ticket = await screen.findByRole("link", { name: /^Show ticket, Going/ })
    expect(ticket).toHaveAttribute("href", paths.order(orders[0]!._id, orders[0]!.orderItems[0]!.bookings[1]!._id))
    expect(screen.getByRole("link", { name: /^Choose, Off/ })).toHaveAttribute("href", paths.order(orders[1]!._id))
    expect(screen.getAllByRole("link", { name: /^(Show ticket|Choose), / })).toHaveLength(2)
  })

  test("show what was refunded, and what is left", async () => {
    await openProfile([anOrder({ status: "partly_refunded", totalPrice: 34.5, refundedPrice: 11.5 })])

    expect((await screen.findByText("$34.50")).parentElement).toHaveTextContent("$34.50 refunded −$11.50 net $23.00")
  })

  test("that are past are five, until somebody asks for all", async () => {
    const { user } = await openProfile(Array.from({ length: 7 }, () => anOrder({ orderItems: [onDays("Past", [-7])] })))
    await user.click(await screen.findByRole("button", { name: "Show all 7" }))

    expect(namesIn("Past")).toHaveLength(7)
    await user.click(screen.getByRole("button", { name: "Show fewer" }))
    expect(namesIn("Past")).toHaveLength(5)
  })

  test("stay coming up while the buyer of a canceled date can choose", async () => {
    const dateChange = { kind: "cancel" as const, startTime: inDays(3), reason: "Flood", until: inDays(9) }
    await openProfile([
      anOrder({ orderItems: [onDays("Choose", [3], { isOff: true, dateChange })] }),
      anOrder({ orderItems: [onDays("Chosen", [3], { isOff: true })] }),
    ])

    expect(await screen.findByText("Choose,", { exact: false })).toBeVisible()
    expect(namesIn("Coming up")).toEqual(["Choose"])
    expect(namesIn("Past")).toEqual(["Chosen"])
  })

  test.each<[OrderStatus, string]>([
    ["held", "Not paid yet"],
    ["cancelled", "Canceled"],
    ["capturing", "Payment being checked"],
    ["review", "Payment being checked"],
    ["partly_refunded", "Partly refunded"],
    ["refunded", "Refunded"],
    ["refund_due", "Refund on its way"],
  ])("with the status %s show %j", async (status, text) => {
    await openProfile([anOrder({ status })])

    expect(await screen.findByText(text)).toBeVisible()
  })

  test.each([
    ["Canceled", { isOff: true }],
    ["New time", { dateChange: { kind: "move" as const, startTime: friday, reason: "", until: friday } }],
  ])("mark a changed date: %s", async (text, changed) => {
    await openProfile([anOrder({ orderItems: [anOrderItem({ bookings: [anOrderBooking(changed)] })] })])

    expect(await screen.findByText(text)).toBeVisible()
  })
})

test("users can download their data", async () => {
  await openProfile()

  const account = within(screen.getByRole("region", { name: "Your account" }))
  const link = account.getByRole("link", { name: "Download my data" })
  expect(link).toHaveAttribute("href", "/api/users/profile/data")
  expect(link).toHaveAttribute("download")
})

const membership = { number: "M-17", validFrom: "2026-01-01", validUntil: "2027-12-31" }
const section = async () => within(await screen.findByRole("region", { name: "Membership" }))

test("a membership number is entered once, and then the membership is shown", async () => {
  const { user } = await openProfile()
  answer("POST /api/users/profile/membership", () => {
    answer("/api/users/profile/membership", { membership })
    return { membership }
  })
  const form = await section()

  await user.click(form.getByRole("button", { name: "Save number" }))
  expect(form.getByText("Enter your membership number.")).toBeVisible()
  await user.type(form.getByLabelText("Membership number"), " M-17 {Enter}")

  expect(await screen.findByText("Your membership is saved.")).toBeVisible()
  expect(requests("POST")[0]?.body).toEqual({ number: "M-17" })
  expect(await (await section()).findByText(/valid until Fri, Dec 31/)).toHaveTextContent("Number M-17")
  expect((await section()).queryByLabelText("Membership number")).not.toBeInTheDocument()
})

test("a number that doesn't fit the email address is refused on its field", async () => {
  const { user } = await openProfile()
  const message = "We don't know a membership with this number and your email address."
  answer("POST /api/users/profile/membership", { message, code: "membership_unknown" }, 409)
  const form = await section()

  await user.type(form.getByLabelText("Membership number"), "99{Enter}")

  expect(await form.findByText(message)).toBeVisible()
  expect(form.getByLabelText("Membership number")).toHaveValue("99")
})
