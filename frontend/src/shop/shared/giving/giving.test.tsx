import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { beforeEach, expect, test } from "vitest"
import { makeQueryClient } from "~/common/api/queryClient"
import type { Raised } from "~/common/api/types"
import RaisedSoFar from "~/shop/shared/giving/RaisedSoFar"
import { answer, calls, scrolledTo } from "~/testing/browser"
import { roundUpOf } from "./gift"

beforeEach(() => scrolledTo(true))

function show(found: Partial<Raised> | null) {
  const none = { raised: 0, tickets: 0, gifts: 0, fees: 0, returned: 0, asOf: "2026-11-23T20:00:00Z" }
  if (found) answer("/api/giving/raised", { ...none, ...found })
  else answer("/api/giving/raised", { message: "There is no goal." }, 404)
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <RaisedSoFar of={{ product: "abc", startTime: "2026-12-05T03:00:00Z" }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test("a goal is shown with a meter and what the money pays for", async () => {
  const unit = { name: "school lunches", cost: 1.8, count: 1041, source: "USDA" }
  show({ raised: 1874, target: 3000, unit })

  expect(await screen.findByRole("heading", { name: "Raised so far: $1,874.00 of $3,000.00" })).toBeVisible()
  const meter = screen.getByRole("meter", { name: "Raised so far" })
  expect(meter).toHaveAttribute("aria-valuenow", "1874")
  expect(meter).toHaveAttribute("aria-valuemax", "3000")
  expect(screen.getByText("That pays for 1,041 school lunches at $1.80 (USDA).")).toBeVisible()
  expect(screen.getByText("How we count")).toBeVisible()
  expect(screen.getByText(/^Where fewer than three people gave/)).toBeInTheDocument()
  expect(screen.getByRole("link", { name: "our ledger", hidden: true })).toHaveAttribute("href", "/ledger")
  expect(calls[0]!.url.search).toBe("?product=abc&startTime=2026-12-05T03%3A00%3A00Z")
})

test("more than the goal, or less than nothing, stays within the meter", async () => {
  show({ raised: -5, target: 100 })

  expect(await screen.findByRole("meter")).toHaveAttribute("aria-valuenow", "0")
  expect(screen.getByRole("heading")).toHaveTextContent("Raised so far: −$5.00 of $100.00")
})

test.each([
  [22.77, 0.23],
  [27.6, 0.4],
  [27, 1],
  [0.99, 0.01],
])("$%d is rounded up by $%d", (total, gift) => {
  expect(roundUpOf(total)).toBe(gift)
})
