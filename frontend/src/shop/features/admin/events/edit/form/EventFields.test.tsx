import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDetail } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aDate, aProduct, aUserInfo } from "~/testing/factories"
import { answer, renderAt } from "~/testing/browser"

const DECEMBER_12 = { startTime: "2036-12-13T03:00:00Z", endTime: "2036-12-13T06:00:00Z" } // 7 to 10 PM at the venue

const anEvent = (over: Partial<ProductDetail> = {}) => aProduct({ occurrences: [aDate(DECEMBER_12)], ...over })

function open(event: ProductDetail) {
  answer(`/api/products/${event._id}`, event)
  answer(`POST /api/products/${event._id}/preview`, { dates: [], skippedDates: [], bookedDates: [], overbooked: [] })
  return renderAt(paths.adminEvent(event._id), { as: aUserInfo({ isAdmin: true }) })
}

const group = (name: string) => within(screen.getByRole("group", { name }))
const labelsIn = (name: string, role: "radio" | "checkbox") =>
  group(name)
    .getAllByRole<HTMLInputElement>(role)
    .map(({ labels }) => labels![0]!.textContent)

test("each field of an event shows its stored value", async () => {
  open(anEvent({ description: "Two decks and a smile." }))
  await screen.findByLabelText("Event Name")

  const stored: [RegExp | string, string][] = [
    ["Event Name", "Friday Commander Night"],
    [/^Start Time/, "2036-12-12T19:00"],
    [/^End Time/, "2036-12-12T22:00"],
    ["Count In Stock", "24"],
    ["List Price", "12.00"],
    ["Category", "Magic"],
    ["Card Set", "Foundations"],
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
  const { user } = open(anEvent({ price: 0, maximumEventCapacity: 0, status: "draft" }))
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
  const { user } = open(anEvent())
  await screen.findByLabelText("Event Name")
  expect(labelsIn("Recurring?", "radio")).toEqual(["Yes", "No"])
  expect(screen.getByRole("radio", { name: "No" })).toBeChecked()
  expect(screen.queryByRole("group", { name: "Repeats" })).not.toBeInTheDocument()

  await user.click(screen.getByRole("radio", { name: "Yes" }))

  expect(labelsIn("Repeats", "radio")).toEqual(["Daily", "Weekly", "Monthly", "Custom"])
})

test("a custom rule has the days from Sunday to Saturday and one or more of the weeks 1st to 4th and Last", async () => {
  const { user } = open(anEvent())
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
