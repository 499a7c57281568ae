import { screen, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { setShop } from "~/shop/state/shop"
import { aLedger, aLine, aMonth } from "~/testing/pages/ledger"
import { answer, isBefore, renderAt } from "~/testing/browser"

beforeEach(() => setShop({ name: "Charity Card Shop", charity: "Food Bank" }))

const november = aMonth({
  lines: [
    aLine({ kind: "tickets", amount: 19.8, effect: 19.8, text: "Tickets, without sales tax", derived: true }),
    aLine({ kind: "fees", amount: 1.29, effect: -1.29, text: "PayPal's fees", derived: true }),
    aLine({ kind: "sales_tax", amount: 2.97, effect: 0, text: "Sales tax set aside", derived: true }),
    aLine({ kind: "paid_out", amount: 10, text: "Bank transfer", by: "Rosa", receipt: "/media/events/r.jpg" }),
    aLine({ _id: "c", amount: -5, text: "Room, deposit back", corrects: "gone" }),
  ],
  carriedIn: -4,
  received: 18.51,
  costs: -5,
  paidOut: 10,
  balance: 13.51,
  carriedForward: 9.51,
  salesTaxHeld: 2.97,
})

const rowOf = (name: string) => screen.getByText(name).closest("li")!

test("the ledger lists its months, and says which are not closed yet", async () => {
  const months = [november, { ...november, month: "2026-10", closedAt: "2026-11-02T20:00:00Z", balance: -3 }]
  answer("/api/ledger", aLedger(months))
  renderAt(paths.ledger())

  const open = (await screen.findByRole("link", { name: "November 2026" })).closest("li")!
  expect(open).toHaveTextContent("not closed yet")
  expect(within(open).getByText("Left over")).not.toHaveClass("sr-only")
  expect(open).toHaveTextContent("Left over $13.51")
  expect(screen.getByRole("link", { name: "October 2026" })).toHaveAttribute("href", "/ledger/2026-10")
  expect(rowOf("October 2026")).not.toHaveTextContent("not closed yet")
  expect(rowOf("October 2026")).toHaveTextContent("−$3.00")
})

test("what was received, spent and paid out since the first month adds up on top, for dates to come, too", async () => {
  const october = aMonth({ month: "2026-10", closedAt: "2026-11-02T20:00:00Z" })
  const sums = { received: 1516.18, costs: 110.5, forCharity: 1405.68, paidOut: 110, stillToPayOut: 1295.68 }
  const toCome = { toCome: 336.1, toComeLeft: 336.1, refundable: 252.5 }
  answer("/api/ledger", aLedger([november, october], { ...sums, ...toCome, salesTaxHeld: 219 }))
  renderAt(paths.ledger())

  const top = within(await screen.findByRole("region", { name: "In all" }))
  const rows = top.getAllByRole("term").map((row) => `${row.textContent} ${row.nextElementSibling?.textContent}`)
  expect(rows).toEqual([
    "Received, after refunds and PayPal's fees $1,516.18",
    "Costs −$110.50",
    "For Food Bank $1,405.68",
    "Paid out −$110.00",
    "Still to pay out $1,295.68",
    "of it for dates to come $336.10",
    "refundable until each date's deadline $252.50",
  ])
  expect(top.getByText(/^Since October 2026\. Sales tax isn't ours: \$219\.00 held for the state/)).toBeVisible()
})

test("a club that paid out money for dates to come reads what refunds may still take", async () => {
  const sums = { stillToPayOut: 200, toCome: 336.1, toComeLeft: 200, toComeSpent: 136.1, refundable: 252.5 }
  answer("/api/ledger", aLedger([november], sums))
  renderAt(paths.ledger())

  const top = within(await screen.findByRole("region", { name: "In all" }))
  expect(top.getByText("of it for dates to come").nextElementSibling).toHaveTextContent("$200.00")
  expect(top.queryByText("refundable until each date's deadline")).not.toBeInTheDocument()
  const spent = "$136.10 received for dates to come is already paid out or spent."
  expect(top.getByText(`${spent} Refunds may take $252.50 until each date's deadline.`)).toBeVisible()
})

test("a month begins with what was carried in, and ends with what is carried forward and the sales tax", async () => {
  answer("/api/ledger/2026-11", november)
  answer("/api/ledger", aLedger([november]))
  renderAt(paths.ledger("2026-11"))

  await screen.findByText("Carried in")
  const names = ["Carried in", "PayPal's fees", "Received", "Cost", "Left over this month", "Carried forward"]
  const inOrder = [...names, "Sales tax set aside", "Sales tax held at the month's end"]
  for (const [index, name] of inOrder.slice(1).entries())
    expect(isBefore(screen.getByText(inOrder[index]!), screen.getByText(name))).toBe(true)
  expect(screen.getByText("Carried forward").nextElementSibling).toHaveTextContent("$9.51")
})

test("a month says of each line where it is from, and what lowers the balance", async () => {
  answer("/api/ledger/2026-11", november)
  answer("/api/ledger", aLedger([november]))
  renderAt(paths.ledger("2026-11"))

  await screen.findByRole("heading", { level: 1, name: "November 2026" })
  expect(await screen.findByText("not closed yet")).toBeVisible()
  expect(rowOf("Tickets, without sales tax")).toHaveTextContent("$19.80")
  expect(rowOf("Tickets, without sales tax")).toHaveTextContent("from the shop")
  expect(rowOf("PayPal's fees")).toHaveTextContent("−$1.29")
  const paidOut = within(rowOf("Paid out to Food Bank"))
  expect(paidOut.getByText("entered by Rosa")).toBeVisible()
  expect(paidOut.getByRole("link", { name: /^Receipt/ })).toHaveAttribute("href", "/media/events/r.jpg")
  expect(rowOf("Cost")).toHaveTextContent("$5.00")
  expect(rowOf("Cost")).toHaveTextContent("Correction")
  expect(screen.getByText("Left over this month").nextElementSibling).toHaveTextContent("$13.51")
  expect(screen.getByRole("link", { name: "Download as CSV" })).toHaveAttribute("href", "/ledger/2026-11.csv")
})

test("a correction in a later month and the line it corrects lead to each other", async () => {
  const room = aLine({ _id: "room", date: "2026-10-30" })
  const back = aLine({ _id: "back", amount: -5, text: "Room, deposit back", corrects: "room" })
  const october = aMonth({ month: "2026-10", closedAt: "2026-11-02T20:00:00Z", lines: [room], balance: -40 })
  const later = { ...november, lines: [back], balance: 5 }
  answer("/api/ledger", aLedger([later, october]))
  answer("/api/ledger/2026-10", october)
  answer("/api/ledger/2026-11", later)
  const { user } = renderAt(paths.ledger("2026-10"))

  await user.click(await screen.findByRole("link", { name: "corrected in November 2026: $5.00" }))

  expect(await screen.findByRole("heading", { level: 1, name: "November 2026" })).toBeVisible()
  const beside = await screen.findByRole("link", { name: "of a line in October 2026" })
  expect(beside).toHaveAttribute("href", "/ledger/2026-10")
})
