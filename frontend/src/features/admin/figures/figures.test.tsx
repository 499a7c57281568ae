import { screen, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import type { Figures, FiguresSummary } from "~/api/types"
import { aUserInfo } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"

const someFigures = (over: Partial<Figures> = {}): Figures => ({
  dates: 5,
  canceled: 0,
  seats: 100,
  sold: 80,
  measured: 5,
  came: 76,
  didNotCome: 4,
  waitedInVain: 0,
  returning: 12,
  daysAhead: 9.5,
  raisedPerSeat: 11.26,
  ...over,
})

const free = someFigures({ sold: 10, measured: 0, came: null, didNotCome: null, raisedPerSeat: null })

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

function open(query = "", summary = aSummary()) {
  answer("/api/figures", summary)
  return renderAt(`/admin/figures${query}`, { as: aUserInfo({ isAdmin: true }) })
}

beforeEach(onALargeScreen)

const rowOf = async (name: string) => within((await screen.findByRole("rowheader", { name })).closest("tr")!)
const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent)

test("each number has a bar that says of what it is a part", async () => {
  open()

  const draft = await rowOf("Draft, Friday")
  expect(draft.getByRole("img", { name: "80% of the seats" })).toBeVisible()
  expect(draft.getByRole("img", { name: "95% of those expected" })).toBeVisible()
  expect(draft.getByText("$11.26")).toBeVisible()
  expect(draft.getByText("9.5")).toBeVisible()
  expect((await rowOf("All")).getByText("on 5 of 10 dates")).toBeVisible()
  expect((await rowOf("All")).getByText("1 canceled")).toBeVisible()
})

test("without a closed door who came is not measured, and free events raise nothing", async () => {
  open()

  const cells = (await rowOf("No format, Sunday")).getAllByRole("cell").map((cell) => cell.textContent)
  expect(cells.slice(3, 5)).toEqual(["not measured", "not measured"])
  expect(cells.at(-1)).toBe("none")
})

test("the table is sorted by any column, with the sum and what is unknown at the end", async () => {
  const { user } = open()
  await screen.findByRole("rowheader", { name: "All" })
  expect(names()).toEqual(["No format, Sunday", "Draft, Friday", "All"])

  await user.click(screen.getByRole("button", { name: "Came" }))
  expect(names()).toEqual(["Draft, Friday", "No format, Sunday", "All"])
  await user.click(screen.getByRole("button", { name: "Sold" }))
  await user.click(screen.getByRole("button", { name: "Sold" }))
  expect(screen.getByRole("columnheader", { name: "Sold" })).toHaveAttribute("aria-sort", "descending")
  expect(names()).toEqual(["Draft, Friday", "No format, Sunday", "All"])
})

test("staff choose a season or other months, and what a row is; the file is for the same time", async () => {
  const { user } = open()
  await user.selectOptions(await screen.findByRole("combobox", { name: "By" }), "Month")
  expect(names()).toEqual(["November 2026", "All"])

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

test("a time without dates says so", async () => {
  open("", aSummary({ formats: [], total: someFigures({ dates: 0, canceled: 0 }) }))

  expect(await screen.findByText("No date has started in this time.")).toBeVisible()
  expect(screen.queryByRole("table")).not.toBeInTheDocument()
})
