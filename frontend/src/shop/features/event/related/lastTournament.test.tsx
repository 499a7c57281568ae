import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { aDate, inDays } from "~/testing/factories"
import { answer, requests, scrolledTo } from "~/testing/browser"
import { open } from "~/testing/pages/eventPage"
import { tournamentOf } from "~/testing/tables/tournament"

const played = tournamentOf(["A-B 2-0, C-D 2-1", "A-C 1-1-1, B-D 2-0"], { _id: "t", endedAt: inDays(-6) })
const listed = (over = {}) => ({
  _id: "t",
  startTime: inDays(-7),
  format: "swiss",
  endedAt: inDays(-6),
  isHidden: false,
  ...over,
})

/** Opens a series that began three weeks ago, perhaps with a past date. */
function openSeries(rsvpDate?: string) {
  const over = { state: "over" as const, text: "It is over.", startTime: inDays(-14), endTime: inDays(-14, 22) }
  scrolledTo(true)
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  return open({ startTime: inDays(-21), isRecurring: true, occurrences: [aDate()] }, rsvpDate, over)
}

test("after the evening, the event shows who came first, by first name and initial", async () => {
  answer("/api/tables", { tables: [listed(), listed({ _id: "older", startTime: inDays(-14) })] })
  answer("/api/tables/t", { ...played })
  openSeries()

  const standings = within(await screen.findByRole("region", { name: /^Standings of / }))
  expect(standings.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "1A.1–0–14 points",
    "2C.1–0–14 points",
    "3B.1–13 points",
    "4D.0–20 points",
  ])
  expect(standings.getByRole("link", { name: "Every round" })).toHaveAttribute("href", "/tables/t")
})

test("the page of a past date shows its own standings", async () => {
  answer("/api/tables", { tables: [listed(), listed({ _id: "older", startTime: inDays(-14) })] })
  answer("/api/tables/older", { ...played, _id: "older" })
  openSeries(inDays(-14))
  answer("/api/recaps", { startTime: inDays(-14), raised: null, buyers: null, asOf: inDays(0), tables: "older" })

  expect(await screen.findByRole("region", { name: /^Standings of / })).toBeVisible()
  expect(requests("/api/tables/t")).toEqual([])
})

test("while it goes on, the event leads to its tables", async () => {
  answer("/api/tables", {
    tables: [listed({ startTime: new Date(Date.now() - 3_600_000).toISOString(), endedAt: null })],
  })
  openSeries()

  const tables = within(await screen.findByRole("region", { name: /^Tables of / }))
  expect(tables.getByRole("link", { name: "Who plays where" })).toHaveAttribute("href", "/tables/t")
})

test("an event whose standings are hidden shows none", async () => {
  answer("/api/tables", { tables: [] })
  openSeries()

  await screen.findByText("No similar events are scheduled.")
  expect(screen.queryByRole("region", { name: /^Standings/ })).not.toBeInTheDocument()
})

test("an event that has not begun asks for no tables", async () => {
  scrolledTo(true)
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  open()

  await screen.findByText("No similar events are scheduled.")
  expect(requests("/api/tables")).toEqual([])
})
