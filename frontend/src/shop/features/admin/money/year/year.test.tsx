import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { LedgerYear } from "~/common/api/types"
import { answer, renderAt } from "~/testing/browser"
import { aUserInfo } from "~/testing/factories"
import { aLedger, aMonth } from "~/testing/pages/ledger"

const aYear: LedgerYear = {
  year: 2026,
  isClosed: false,
  months: ["2026-09", "2026-10", "2026-11"],
  accounts: [
    { name: "Income:Tickets", group: "income", months: [0, 20, 1086.5], total: 1106.5, before: null, after: null },
    { name: "Assets:Bank", group: "money", months: [0, 0, -40], total: -40, before: 12, after: -28 },
  ],
  rates: [{ rate: 0.0825, sales: [0, 20, 1086.5], totalSales: 1106.5, taxes: [0, 1.65, 89.64], totalTax: 91.29 }],
  discounts: [
    { code: "", amount: 4 },
    { code: "SPRING", amount: 2.4 },
  ],
  places: [
    { place: "Fermata", received: 1000 },
    { place: null, received: 93.58 },
  ],
  received: 1093.58,
  costs: 40,
  forCharity: 1053.58,
  salesTaxPaid: 0,
}

const rowsOf = async (table: string) =>
  within(await screen.findByRole("table", { name: table }))
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent).join(" | "))

test("the accountant's year has accounts by month, sales by rate, discounts and places on one sheet", async () => {
  answer("/api/ledger", aLedger([aMonth()]))
  answer("/api/ledger/years/2026", aYear)
  const { user } = renderAt("/admin/ledger", { as: aUserInfo({ isAdmin: true }) })
  await user.click(await screen.findByRole("link", { name: "2026" }))

  expect(await rowsOf("Accounts by month")).toEqual([
    "Account | Oct | Nov | Total | Before | After",
    "Income:Tickets | 20.00 | 1,086.50 | 1,106.50 |  | ",
    "Assets:Bank |  | −40.00 | −40.00 | 12.00 | −28.00",
  ])
  expect((await rowsOf("Taxable sales by rate")).slice(1)).toEqual([
    "Net sales at 8.25 % | 20.00 | 1,086.50 | 1,106.50",
    "Sales tax at 8.25 % | 1.65 | 89.64 | 91.29",
  ])
  expect(await rowsOf("Codes and member prices")).toContain("Member prices | $4.00")
  expect((await rowsOf("Received by place")).slice(2)).toEqual(["Money of no date | $93.58", "All | $1,093.58"])
  expect(screen.getByText(/^\$1,093\.58 received − \$40\.00 of costs = \$1,053\.58 for/)).toBeVisible()
  expect(screen.getByRole("link", { name: "Download as CSV" })).toHaveAttribute("href", "/api/ledger/years/2026.csv")
})
