import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { AskedDate, Recap } from "~/common/api/types"
import { formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { aDate, aProduct, inDays } from "~/testing/factories"
import { chosen, open } from "~/testing/pages/eventPage"
import { answer, renderAt, requests } from "~/testing/browser"

const startTime = inDays(-7)
const thanks: Recap = { startTime, raised: null, costs: 0, buyers: null, asOf: "2026-12-05T18:00:00Z", tables: null }
const unit = { name: "school lunches", cost: 1.8, count: 118, source: "USDA" }
const aRecap = (over: Partial<Recap> = {}): Recap => ({ ...thanks, raised: 212.4, buyers: 32, unit, ...over })
const next = aDate({ startTime: inDays(3), countInStock: 9 })

const asked: Partial<AskedDate> = {
  state: "over",
  text: "Friday Commander Night was on Wed, Nov 25.",
  startTime,
  endTime: inDays(-7, 22),
  nearest: [{ startTime: next.startTime, text: "Next: Wed, Dec 2 · 7:00 PM" }],
}

function openPast(recap: Recap, occurrences = [next]) {
  const opened = open({ occurrences }, startTime, asked)
  answer("/api/recaps", recap)
  return opened
}

const card = () => screen.findByRole("region", { name: new RegExp(`^${formatDay(startTime)}: `) })

test("a past date shows that date, what it brought in and a button for the next one, and nothing to book", async () => {
  openPast(aRecap())

  const section = await card()
  expect(section).toHaveTextContent(`${formatDay(startTime)}: $212.40 received`)
  expect(section).toHaveTextContent("What it cost comes off at the end of the month.")
  expect(section).toHaveTextContent("Before costs, 32 people paid for 118 school lunches at $1.80 (USDA).")
  expect(section).toHaveTextContent(/As of Sat, Dec 5(, 2026)?, 10:00 AM PST/)
  expect(screen.getByText("Friday Commander Night was on Wed, Nov 25.")).toBeVisible()
  expect(screen.getByText(formatDay(startTime))).toBeVisible()
  expect(screen.getByRole("link", { name: "Next: Wed, Dec 2 · 7:00 PM" })).toBeVisible()
  expect(screen.queryByRole("region", { name: "Book your seat" })).not.toBeInTheDocument()
  expect(screen.queryByRole("link", { name: /Open map/ })).not.toBeInTheDocument()
  const { searchParams } = requests("/api/recaps")[0]!.url
  expect(searchParams.get("startTime")).toBe(startTime)
})

test("how it was counted opens by the email's link", async () => {
  const product = aProduct({ occurrences: [next] })
  answer(`/api/products/${product._id}`, product)
  answer(`/api/products/${product._id}/asked-date`, asked)
  answer("/api/recaps", aRecap())
  renderAt(`${paths.event(product._id, startTime)}#how-we-count`)

  expect(await screen.findByText(/Sales tax isn't ours/)).toBeVisible()
})

test("a cost that names its date comes off there", async () => {
  openPast(aRecap({ costs: 50 }))

  const section = await card()
  expect(section).toHaveTextContent("It cost $50.00: $162.40 for Charity Card Shop.")
  expect(section).toHaveTextContent("32 people paid for 118 school lunches")
  expect(section).not.toHaveTextContent("Before costs")
})

test("without a number, guests are thanked", async () => {
  openPast(thanks)

  expect(await card()).toHaveTextContent("thank you for coming")
  expect(await card()).not.toHaveTextContent("$")
  expect(screen.queryByText("How we count")).not.toBeInTheDocument()
})

test("a date with tables links to their standings", async () => {
  openPast(aRecap({ tables: "t1" }))

  const link = within(await card()).getByRole("link", { name: "Rounds and standings" })
  expect(link).toHaveAttribute("href", "/tables/t1")
})

test("an event with one date shows what it brought in without the date in its address", async () => {
  open({ occurrences: [], isRecurring: false, startTime, endTime: startTime }, undefined, asked)
  answer("/api/recaps", aRecap())

  expect(await card()).toHaveTextContent("$212.40 received")
})

test("an upcoming date asks for no recap", async () => {
  open({ occurrences: [next] }, next.startTime)

  expect(await chosen()).toBe(next.startTime)
  expect(requests("/api/recaps")).toEqual([])
})
