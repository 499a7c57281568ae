import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Figures, FiguresSummary } from "~/common/api/types"
import { aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt } from "~/testing/browser"
import { aLedger, aMonth } from "~/testing/pages/ledger"

const someFigures = (over: Partial<Figures> = {}): Figures => ({
  dates: 5,
  canceled: 0,
  seats: 100,
  sold: 80,
  paid: 80,
  byHand: 0,
  free: 0,
  measured: 5,
  came: 76,
  didNotCome: 4,
  waitedInVain: 0,
  returning: 12,
  daysAhead: 9.5,
  raised: 900.8,
  raisedPerSeat: 11.26,
  ...over,
})

const free = someFigures({
  sold: 10,
  paid: 0,
  byHand: 4,
  free: 6,
  measured: 0,
  came: null,
  didNotCome: null,
  raised: null,
  raisedPerSeat: null,
})

const aSummary = (over: Partial<FiguresSummary> = {}): FiguresSummary => ({
  firstDay: "2025-12-01",
  lastDay: "2026-11-30",
  seasons: [{ _id: "a1", title: "Fall", startsOn: "2026-09-01", endsOn: "2026-12-01" }],
  formats: [
    { format: "", weekday: 6, figures: free },
    { format: "Draft", weekday: 4, figures: someFigures() },
  ],
  events: [{ product: "b2", name: "Friday Draft", figures: someFigures() }],
  months: [{ month: "2026-11", figures: someFigures() }],
  total: someFigures({ dates: 10, canceled: 1, sold: 90 }),
  asOf: "2026-11-26T10:00:00Z",
  ...over,
})

const sums = { giftsAlone: 93.58, other: 2 }

function open(query = "", summary = aSummary()) {
  answer("/api/figures", summary)
  answer("/api/ledger", aLedger([aMonth()], { received: 1518.18, tookPlace: 1086.5, toCome: 336.1, ...sums }))
  return renderAt(`/admin/figures${query}`, { as: aUserInfo({ isAdmin: true }) })
}

const rowOf = async (name: string) => within((await screen.findByRole("rowheader", { name })).closest("tr")!)
const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent)

const cellsOf = async (name: string) => (await rowOf(name)).getAllByRole("cell").map((cell) => cell.textContent)

test("a row says how many seats were sold, who came, and how much it brought in", async () => {
  open()

  expect(await cellsOf("Draft, Friday")).toEqual(["5", "80 of 100 (80%)", "76 (95%)", "$900.80", "$11.26"])
  expect((await rowOf("All")).getByText("on 5 of 10 dates")).toBeVisible()
  expect((await rowOf("All")).getByText("1 canceled")).toBeVisible()
})

test("what isn't known is a dash, and a note below the table says why, once", async () => {
  open()

  expect(await cellsOf("No format, Sunday")).toEqual(["5", "10 of 100 (10%)0 sold · 4 by hand · 6 free", "–", "–", "–"])
  expect(screen.getAllByText(/not measured/)).toHaveLength(1)
})

test("the other figures are folded under More", async () => {
  const { user } = open()
  await rowOf("All")
  const further = ["Didn't come", "Waited in vain", "Returning", "Days ahead"]
  const columns = () => screen.getAllByRole("columnheader").map((cell) => cell.textContent)
  expect(columns()).toEqual(["Format and weekday", "Dates", "Taken of seats", "Came", "Received", "Per seat"])

  await user.click(screen.getByRole("button", { name: "More", expanded: false }))

  expect(columns().slice(6)).toEqual(further)
  expect((await cellsOf("Draft, Friday")).slice(5)).toEqual(["4", "0", "12", "9.5"])
  await user.click(screen.getByRole("button", { name: "More", expanded: true }))
  expect(columns()).toHaveLength(6)
})

test("a table that is sorted by one of the others shows them", async () => {
  open("?sortField=returning&sortOrder=asc")

  expect(await screen.findByRole("columnheader", { name: "Returning" })).toBeVisible()
})

test("the table is sorted by any column, with the sum and what is unknown at the end", async () => {
  const { user } = open()
  await screen.findByRole("rowheader", { name: "All" })
  expect(names()).toEqual(["No format, Sunday", "Draft, Friday", "All"])

  await user.click(screen.getByRole("button", { name: "Came" }))
  expect(names()).toEqual(["Draft, Friday", "No format, Sunday", "All"])
  await user.click(screen.getByRole("button", { name: "Taken of seats" }))
  await user.click(screen.getByRole("button", { name: "Taken of seats" }))
  expect(screen.getByRole("columnheader", { name: "Taken of seats" })).toHaveAttribute("aria-sort", "descending")
  expect(names()).toEqual(["Draft, Friday", "No format, Sunday", "All"])
})

test("staff choose a season or other months, and what a row is; the file is for the same time", async () => {
  const { user } = open()
  await user.selectOptions(await screen.findByRole("combobox", { name: "By" }), "Month")
  expect(names()).toEqual(["November 2026", "All"])
  expect(screen.queryByText(/not measured/)).not.toBeInTheDocument() // everything is known

  await user.selectOptions(screen.getByRole("combobox", { name: "Period" }), "Fall")
  expect(await screen.findByRole("link", { name: "Download as CSV" })).toHaveAttribute(
    "href",
    "/api/figures/export?season=a1",
  )
  await user.selectOptions(screen.getByRole("combobox", { name: "Period" }), "The 12 months before")
  expect(calls.map(({ url }) => url.search)).toContain("?month=2025-11")
})

test("below the table stands what each number means", async () => {
  open()
  const section = within(await screen.findByRole("region", { name: "What the figures mean" }))

  const columns = screen.getAllByRole("columnheader").map((cell) => cell.textContent)
  expect(section.getAllByRole("term").map((term) => term.textContent)).toEqual(columns.slice(1))
})

test("one line says how the dates' sums and the ledger's go together", async () => {
  open()

  expect(await screen.findByText(/^In the ledger since November 2026/)).toHaveTextContent(
    "$1,086.50 of dates that took place + $336.10 of dates to come + $93.58 of gifts alone + $2.00 of other money = $1,518.18 received.",
  )
})

test("a time without dates says so", async () => {
  open("", aSummary({ formats: [], total: someFigures({ dates: 0, canceled: 0 }) }))

  expect(await screen.findByText("No date has started in this time.")).toBeVisible()
  expect(screen.queryByRole("table")).not.toBeInTheDocument()
})
