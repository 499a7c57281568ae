import { screen, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import type { LedgerMonth } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { setShop } from "~/shop/state/shop"
import { aLine } from "~/testing/pages/ledger"
import { answer, isBefore, renderAt } from "~/testing/browser"

beforeEach(() => setShop({ name: "Charity Card Shop", charity: "Food Bank" }))

const november: LedgerMonth = {
  month: "2026-11",
  closedAt: null,
  lines: [
    aLine({ kind: "tickets", amount: 19.8, text: "Tickets and gifts", derived: true }),
    aLine({ kind: "fees", amount: 1.29, text: "PayPal's fees", derived: true }),
    aLine({ kind: "sales_tax", amount: 2.97, text: "Sales tax set aside", derived: true }),
    aLine({ kind: "paid_out", amount: 10, text: "Bank transfer", receipt: "/media/events/r.jpg" }),
    aLine({ _id: "c", amount: -5, text: "Room, deposit back", corrects: "gone" }),
  ],
  balance: 13.51,
}

const rowOf = (name: string) => screen.getByText(name).closest("li")!

test("the ledger lists its months, and says which are not closed yet", async () => {
  const months = [november, { ...november, month: "2026-10", closedAt: "2026-11-02T20:00:00Z", balance: -3 }]
  answer("/api/ledger", { months })
  renderAt(paths.ledger())

  const open = (await screen.findByRole("link", { name: "November 2026" })).closest("li")!
  expect(open).toHaveTextContent("not closed yet")
  expect(within(open).getByText("Balance")).not.toHaveClass("sr-only")
  expect(open).toHaveTextContent("Balance $13.51")
  expect(screen.getByRole("link", { name: "October 2026" })).toHaveAttribute("href", "/ledger/2026-10")
  expect(rowOf("October 2026")).not.toHaveTextContent("not closed yet")
  expect(rowOf("October 2026")).toHaveTextContent("−$3.00")
})

test("what was received, spent and paid out since the first month adds up on top", async () => {
  const lines = [
    aLine({ kind: "gifts", amount: 10, derived: true }),
    aLine({ kind: "refunds", amount: 2, derived: true }),
  ]
  const october = {
    month: "2026-10",
    closedAt: "2026-11-02T20:00:00Z",
    lines: [...lines, aLine({ amount: 12 })],
    balance: -4,
  }
  answer("/api/ledger", { months: [november, october] })
  renderAt(paths.ledger())

  const sums = within(await screen.findByRole("region", { name: "In all" }))
  const rows = ["Received, after refunds and fees", "Costs", "Paid out to Food Bank", "Still to pay out"]
  expect(rows.map((row) => sums.getByText(row).nextElementSibling?.textContent)).toEqual([
    "$26.51",
    "−$7.00",
    "−$10.00",
    "$9.51",
  ])
  expect(
    sums.getByText(/^Since October 2026\..* Gifts count as tickets where fewer than three people gave\.$/),
  ).toBeVisible()
})

test("what is not part of the balance stands after it", async () => {
  answer("/api/ledger/2026-11", november)
  answer("/api/ledger", { months: [november] })
  renderAt(paths.ledger("2026-11"))

  const balance = await screen.findByText("Balance")
  const isAfter = (text: string) => isBefore(balance, screen.getByText(text))
  expect([isAfter("Sales tax set aside"), isAfter("PayPal's fees")]).toEqual([true, false])
})

test("a month says of each line where it is from, and what lowers the balance", async () => {
  answer("/api/ledger/2026-11", november)
  answer("/api/ledger", { months: [november] })
  renderAt(paths.ledger("2026-11"))

  await screen.findByRole("heading", { level: 1, name: "November 2026" })
  expect(await screen.findByText("not closed yet")).toBeVisible()
  expect(rowOf("Tickets and gifts")).toHaveTextContent("$19.80")
  expect(rowOf("Tickets and gifts")).toHaveTextContent("from the shop")
  expect(rowOf("PayPal's fees")).toHaveTextContent("−$1.29")
  expect(rowOf("Sales tax set aside")).toHaveTextContent("from the shop, not part of the balance")
  const paidOut = within(rowOf("Paid out to Food Bank"))
  expect(paidOut.getByText("entered by staff")).toBeVisible()
  expect(paidOut.getByRole("link", { name: /^Receipt/ })).toHaveAttribute("href", "/media/events/r.jpg")
  expect(rowOf("Cost")).toHaveTextContent("$5.00")
  expect(rowOf("Cost")).toHaveTextContent("Correction")
  expect(screen.getByText("Balance").nextElementSibling).toHaveTextContent("$13.51")
  expect(screen.getByRole("link", { name: "Download as CSV" })).toHaveAttribute("href", "/ledger/2026-11.csv")
})

test("a correction in a later month and the line it corrects lead to each other", async () => {
  const room = aLine({ _id: "room", date: "2026-10-30" })
  const back = aLine({ _id: "back", amount: -5, text: "Room, deposit back", corrects: "room" })
  const october = { month: "2026-10", closedAt: "2026-11-02T20:00:00Z", lines: [room], balance: -40 }
  const later = { ...november, lines: [back], balance: 5 }
  answer("/api/ledger", { months: [later, october] })
  answer("/api/ledger/2026-10", october)
  answer("/api/ledger/2026-11", later)
  const { user } = renderAt(paths.ledger("2026-10"))

  await user.click(await screen.findByRole("link", { name: "corrected in November 2026: $5.00" }))

  expect(await screen.findByRole("heading", { level: 1, name: "November 2026" })).toBeVisible()
  const beside = await screen.findByRole("link", { name: "of a line in October 2026" })
  expect(beside).toHaveAttribute("href", "/ledger/2026-10")
})
