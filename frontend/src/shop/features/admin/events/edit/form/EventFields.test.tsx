import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { answer } from "~/testing/browser"
import { aPlace } from "~/testing/factories"
import { anEvent, openForm, saves, unfold, update } from "~/testing/pages/editEvent"

const group = (name: string) => within(screen.getByRole("group", { name }))
const labelsIn = (name: string, role: "radio" | "checkbox") =>
  group(name)
    .getAllByRole<HTMLInputElement>(role)
    .map(({ labels }) => labels![0]!.textContent)

test("each field of an event shows its stored value", async () => {
  openForm(anEvent({ description: "Two decks and a smile." }))
  await screen.findByLabelText("Event Name")

  const stored: [RegExp | string, string][] = [
    ["Event Name", "Friday Commander Night"],
    [/^Start Time/, "2036-12-12T19:00"],
    [/^End Time/, "2036-12-12T22:00"],
    ["Count In Stock", "24"],
    ["List Price", "12.00"],
    ["Category", "Magic"],
    [/^Card Set/, "Foundations"],
    ["Event Location", "Foam & Felt, 5 Main Street"],
    ["Description", "Two decks and a smile."],
  ]
  for (const [label, value] of stored) expect(screen.getByLabelText(label)).toHaveValue(value)
  for (const time of [/^Start Time/, /^End Time/])
    expect(screen.getByLabelText(time)).toHaveAttribute("type", "datetime-local")
  expect(screen.getByLabelText("Description").tagName).toBe("TEXTAREA")
  expect(screen.getByLabelText(/Event Image/)).toHaveAttribute("type", "file")
})

test("typing into seats and price replaces a zero and appends to another number", async () => {
  const { user } = openForm(anEvent({ price: 0, maximumEventCapacity: 0, status: "draft" }))
  const [seats, price] = [await screen.findByLabelText("Count In Stock"), screen.getByLabelText("List Price")]

  seats.focus()
  await user.keyboard("24")
  price.focus()
  await user.keyboard("12")
  expect([seats, price].map((field) => (field as HTMLInputElement).value)).toEqual(["24", "12"])
  seats.focus()
  await user.keyboard("0")

  expect(seats).toHaveValue("240")
})

test("Recurring? is Yes or No, and Yes offers daily, weekly, monthly and custom", async () => {
  const { user } = openForm(anEvent())
  await screen.findByLabelText("Event Name")
  expect(labelsIn("Recurring?", "radio")).toEqual(["Yes", "No"])
  expect(screen.getByRole("radio", { name: "No" })).toBeChecked()
  expect(screen.queryByRole("group", { name: "Repeats" })).not.toBeInTheDocument()

  await user.click(screen.getByRole("radio", { name: "Yes" }))

  expect(labelsIn("Repeats", "radio")).toEqual(["Daily", "Weekly", "Monthly", "Custom"])
})

test("a custom rule has the days from Sunday to Saturday and one or more of the weeks 1st to 4th and Last", async () => {
  const { user } = openForm(anEvent())
  await user.click(await screen.findByRole("radio", { name: "Yes" }))
  expect(screen.queryByRole("checkbox", { name: "Last" })).not.toBeInTheDocument()

  await user.click(screen.getByRole("radio", { name: "Custom" }))

  const days = group("On").getAllByRole("radio")
  expect(days.map((day) => day.getAttribute("aria-label"))).toEqual([
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
  ])
  expect(labelsIn("Week of the month", "checkbox")).toEqual(["1st", "2nd", "3rd", "4th", "Last"])
  const weeks = group("Week of the month").getAllByRole("checkbox")
  for (const week of weeks) await user.click(week)
  for (const week of weeks) expect(week).toBeChecked()
})

test("the place is chosen from those that are known, or a new one is typed", async () => {
  const places = [
    aPlace(),
    aPlace({ name: "Copper Kettle", address: "12 Main St" }),
    aPlace({ name: "Gone", hidden: true }),
  ]
  answer("/api/places", { places })
  const { user } = openForm(anEvent())
  const field = await screen.findByRole("combobox", { name: "Event Location" })

  await waitFor(() => expect(offered(field)).toEqual(["Foam & Felt, 5 Main Street", "Copper Kettle, 12 Main St"]))
  await user.tab()
  field.focus()
  await user.keyboard("Library, 3 Elm St")
  await update(user)

  await waitFor(() =>
    expect(saves()[0]).toEqual({
      productId: expect.any(String) as string,
      eventLocation: "Library, 3 Elm St",
      seen: { eventLocation: "Foam & Felt, 5 Main Street" },
    }),
  )
})

const offered = (field: HTMLElement) => [...(field as HTMLInputElement).list!.options].map(({ value }) => value)

test.each([
  ["21+", 21],
  ["Any age", null],
])("ages of 18+ become %s", async (ages, minAge) => {
  const { user } = openForm(anEvent({ minAge: 18 }))
  const field = await screen.findByRole("combobox", { name: "Ages" })
  expect(field).toHaveDisplayValue("18+")
  expect(screen.getByText(/ · 18\+$/)).toBeInTheDocument() // on the card that shows how visitors see it

  await user.selectOptions(field, ages)
  await update(user)

  await waitFor(() => expect(saves()[0]).toMatchObject({ minAge, seen: { minAge: 18 } }))
})

const prices = { memberPrice: 10, memberSeats: 2, fairValue: 9.5 }

test("the member price and the fair market value are shown and saved unchanged", async () => {
  const visit = openForm(anEvent(prices))
  const { user } = visit

  expect(await screen.findByText("$10.00 · 2 seats per member")).toBeVisible()
  expect(screen.getByText("A seat is worth $9.50")).toBeVisible()
  expect(screen.getByLabelText("Member Price (optional)")).not.toBeVisible()
  await unfold(visit, "Members")
  expect(screen.getByLabelText("Member Price (optional)")).toBeVisible()
  expect(screen.getByLabelText("Member Price (optional)")).toHaveValue("10.00")
  expect(screen.getByLabelText("Seats per member")).toHaveValue("2")
  expect(screen.getByLabelText("Fair market value (optional)")).toHaveValue("9.50")
  await update(user)

  await waitFor(() => expect(saves()[0]).not.toHaveProperty("memberPrice"))
})

test("without a member price, the seats per member are not asked for", async () => {
  const { user } = openForm(anEvent(prices))

  await user.clear(await screen.findByLabelText("Member Price (optional)"))
  expect(screen.queryByLabelText("Seats per member")).not.toBeInTheDocument()
  await user.clear(screen.getByLabelText("Fair market value (optional)"))
  expect(screen.getByText("No member price")).toBeVisible()
  expect(screen.getByText("A seat is worth the list price")).toBeVisible()
  await update(user)

  await waitFor(() =>
    expect(saves()[0]).toMatchObject({ memberPrice: null, fairValue: null, seen: { memberPrice: 10 } }),
  )
})

test("a number of seats that members can't have is refused on its field", async () => {
  const { user } = openForm(anEvent(prices))
  const seats = await screen.findByLabelText("Seats per member")

  await user.clear(seats)
  await user.type(seats, "0")
  await update(user)

  expect((await screen.findAllByText("Enter a whole number from 1 to 10."))[0]).toBeVisible()
  expect(seats).toBeVisible() // although nobody opened its fold
  expect(seats).toHaveFocus()
  expect(saves()).toEqual([])
})

const open = async (refundPolicy: ReturnType<typeof anEvent>["refundPolicy"], price = 12) => {
  const visit = openForm(anEvent({ refundPolicy, price }))
  await unfold(visit, "Refunds")
  const section = within(screen.getByRole("region", { name: "Refunds" }))
  return { ...visit, section }
}

test("the stored refund policy is shown and saved unchanged", async () => {
  const policy = { refund: "minus_fee", untilHours: 48, feePerSeat: 2.5 } as const
  const { user, section } = await open(policy)

  expect(section.getByText("Refund minus $2.50 a seat until 48 hours before the start")).toBeVisible()
  expect(section.getByRole("radio", { name: "Refund minus a fee" })).toBeChecked()
  expect(section.getByLabelText("Hours before the start")).toHaveValue("48")
  expect(section.getByLabelText("Fee per seat")).toHaveValue("2.50")
  await update(user)

  await waitFor(() => expect(saves()[0]).not.toHaveProperty("refundPolicy"))
})

test("the fee is asked for only with a fee, and the hours only with refunds", async () => {
  const { user, section } = await open({ refund: "full", untilHours: 24, feePerSeat: 0 })
  expect(section.queryByLabelText("Fee per seat")).not.toBeInTheDocument()

  await user.click(section.getByRole("radio", { name: "Refund minus a fee" }))
  section.getByLabelText("Fee per seat").focus()
  await user.keyboard("3")
  expect(section.getByLabelText("Fee per seat")).toHaveValue("3")
  await user.click(section.getByRole("radio", { name: "No refund" }))

  expect(section.getAllByText("No refund")[0]).toBeVisible()
  expect(section.queryByLabelText("Fee per seat")).not.toBeInTheDocument()
  expect(section.queryByLabelText("Hours before the start")).not.toBeInTheDocument()
  await update(user)
  await waitFor(() =>
    expect(saves()[0]).toMatchObject({ refundPolicy: { refund: "none", untilHours: 24, feePerSeat: 0 } }),
  )
})

test("hours and a fee that can't be saved are reported at their fields", async () => {
  const { user, section } = await open({ refund: "minus_fee", untilHours: 24, feePerSeat: 0 })
  const hours = section.getByLabelText("Hours before the start")
  await user.clear(hours)
  await user.type(hours, "1441")

  await update(user)

  expect(await section.findByText("Enter a whole number of hours, up to 1440.")).toBeVisible()
  expect(section.getByText("Enter an amount like 2.00.")).toBeVisible()
  expect(saves()).toEqual([])
})

test("invalid hours don't prevent a save without refunds", async () => {
  const { user, section } = await open({ refund: "full", untilHours: 24, feePerSeat: 0 })
  await user.clear(section.getByLabelText("Hours before the start"))
  await user.click(section.getByRole("radio", { name: "No refund" }))

  await update(user)

  await waitFor(() => expect(saves()[0]).toMatchObject({ refundPolicy: { refund: "none", untilHours: 24 } }))
})

test("a fee of the whole price says that nothing would be refunded", async () => {
  const { user, section } = await open({ refund: "minus_fee", untilHours: 24, feePerSeat: 2 })
  expect(section.getByText("The club keeps it.")).toBeVisible()

  await user.clear(section.getByLabelText("Fee per seat"))
  await user.type(section.getByLabelText("Fee per seat"), "12")

  expect(section.getByText("That's the whole price: nothing would be refunded.")).toBeVisible()
})
