import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { beforeEach, expect, test } from "vitest"
import { makeQueryClient } from "~/common/api/queryClient"
import type { Raised } from "~/common/api/types"
import type { RaisedFor } from "~/shop/queries/giving"
import RaisedSoFar from "~/shop/shared/giving/RaisedSoFar"
import { answer, calls, scrolledTo } from "~/testing/browser"
import { roundUpOf } from "./gift"

beforeEach(() => scrolledTo(true))

function show(found: Partial<Raised> | null, of: RaisedFor = { product: "abc", startTime: "2026-12-05T03:00:00Z" }) {
  const none = {
    raised: 0,
    tickets: 0,
    gifts: 0,
    shipping: 0,
    other: 0,
    fees: 0,
    costs: 0,
    returned: 0,
    asOf: "2026-11-23T20:00:00Z",
  }
  if (found) answer("/api/giving/raised", { ...none, ...found })
  else answer("/api/giving/raised", { message: "There is no goal." }, 404)
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <RaisedSoFar of={of} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test("a goal is shown with a meter and what the money pays for", async () => {
  const unit = { name: "school lunches", cost: 1.8, count: 1041, source: "USDA" }
  show({ raised: 1874, target: 3000, unit })

  expect(
    await screen.findByRole("heading", { name: "Received so far, before costs: $1,874.00 of $3,000.00" }),
  ).toBeVisible()
  const meter = screen.getByRole("meter", { name: "Received so far, before costs" })
  expect(meter).toHaveAttribute("aria-valuenow", "1874")
  expect(meter).toHaveAttribute("aria-valuemax", "3000")
  expect(screen.getByText("Before costs, that pays for 1,041 school lunches at $1.80 (USDA).")).toBeVisible()
  expect(screen.getByText("How we count")).toBeVisible()
  expect(
    screen.getByText(/^Tickets and gifts that have been paid, minus refunds and PayPal's fees\./),
  ).toBeInTheDocument()
  expect(screen.getByRole("link", { name: "our ledger", hidden: true })).toHaveAttribute("href", "/ledger")
  expect(calls[0]!.url.search).toBe("?product=abc&startTime=2026-12-05T03%3A00%3A00Z")
})

test("a season says what there is for the charity, after costs", async () => {
  show({ raised: 1405.68, target: 3000 }, { season: "current" })

  expect(await screen.findByRole("meter", { name: "For Charity Card Shop so far" })).toBeVisible()
  expect(screen.getByRole("heading")).toHaveTextContent("For Charity Card Shop so far: $1,405.68 of $3,000.00")
  expect(screen.getByText(/minus refunds, PayPal's fees and our costs\./)).toBeInTheDocument()
})

test("more than the goal, or less than nothing, stays within the meter", async () => {
  show({ raised: -5, target: 100 })

  expect(await screen.findByRole("meter")).toHaveAttribute("aria-valuenow", "0")
  expect(screen.getByRole("heading")).toHaveTextContent("Received so far, before costs: −$5.00 of $100.00")
})

test.each([
  [22.77, 0.23],
  [27.6, 0.4],
  [27, 1],
  [0.99, 0.01],
])("$%d is rounded up by $%d", (total, gift) => {
  expect(roundUpOf(total)).toBe(gift)
})
