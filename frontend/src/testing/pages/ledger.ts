/** Months and movements of the ledger, and staff's page of a month. */
import { paths } from "~/shop/paths"
import type { Ledger, LedgerLine, LedgerMonth, ProductDate, Settlement, SettlementLine } from "~/common/api/types"
import { aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt } from "~/testing/browser"

export const aLine = (over: Partial<LedgerLine> = {}): LedgerLine => ({
  _id: over.kind ?? "a",
  date: "2026-11-06",
  kind: "cost",
  amount: 40,
  effect: -(over.amount ?? 40),
  text: "Room",
  derived: false,
  ...over,
})

export const aMonth = (over: Partial<LedgerMonth> = {}): LedgerMonth => ({
  month: "2026-11",
  closedAt: null,
  lines: [aLine({ kind: "tickets", amount: 19.8, text: "Tickets", derived: true }), aLine()],
  carriedIn: 0,
  received: 19.8,
  costs: 40,
  paidOut: 0,
  balance: -20.2,
  carriedForward: -20.2,
  salesTaxHeld: 0,
  salesTaxPaid: 0,
  ...over,
})

/** All months, and what they add up to. */
export const aLedger = (months: LedgerMonth[], sums: Partial<Ledger["sums"]> = {}): Ledger => ({
  months,
  sums: {
    received: 19.8,
    costs: 40,
    forCharity: -20.2,
    paidOut: 0,
    stillToPayOut: -20.2,
    tookPlace: 19.8,
    toCome: 0,
    toComeLeft: 0,
    toComeSpent: 0,
    giftsAlone: 0,
    other: 0,
    refundable: 0,
    salesTaxHeld: 0,
    salesTaxPaid: 0,
    ...sums,
  },
})

/** A payment of $23.00 with a fee of $1.29, the same on both sides. */
export const aMovement = (over: Partial<SettlementLine> = {}): SettlementLine => {
  const amounts = { gross: 23, fee: 1.29, net: 21.71 }
  return {
    state: "matched",
    paypalId: "5O190127TN364715T",
    code: "T0006",
    date: "2026-11-06",
    ours: amounts,
    theirs: amounts,
    ...over,
  }
}

/** Opens staff's page of a month, with what PayPal lists for November. */
export function openMonth(
  months: LedgerMonth | LedgerMonth[] = aMonth(),
  settlement: Settlement | (() => Settlement) = { lines: [aMovement()], digest: "d1" },
  url = `${paths.adminList("ledger")}/2026-11`,
  dates: ProductDate[] = [],
) {
  answer("/api/ledger", aLedger([months].flat()))
  for (const month of [months].flat()) answer(`/api/ledger/${month.month}`, month)
  answer("/api/ledger/2026-11/settlement", settlement as never)
  answer("/api/products/all", dates)
  return renderAt(url, { as: aUserInfo({ isAdmin: true }) })
}

/** The bodies that were sent to a month's action, such as "close". */
export const sentTo = (action: string) =>
  calls.filter(({ method, url }) => method === "POST" && url.pathname.endsWith(`/${action}`)).map(({ body }) => body)
