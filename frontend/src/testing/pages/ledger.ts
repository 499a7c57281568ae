/** Months and movements of the ledger, and staff's page of a month. */
import { paths } from "~/shop/paths"
import type { LedgerLine, LedgerMonth, Settlement, SettlementLine } from "~/common/api/types"
import { aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt } from "~/testing/browser"

export const aLine = (over: Partial<LedgerLine> = {}): LedgerLine => ({
  _id: over.kind ?? "a",
  date: "2026-11-06",
  kind: "cost",
  amount: 40,
  text: "Room",
  derived: false,
  ...over,
})

export const aMonth = (over: Partial<LedgerMonth> = {}): LedgerMonth => ({
  month: "2026-11",
  closedAt: null,
  lines: [aLine({ kind: "tickets", amount: 19.8, text: "Tickets", derived: true }), aLine()],
  balance: -20.2,
  ...over,
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
) {
  answer("/api/ledger", { months: [months].flat() })
  for (const month of [months].flat()) answer(`/api/ledger/${month.month}`, month)
  answer("/api/ledger/2026-11/settlement", settlement as never)
  return renderAt(url, { as: aUserInfo({ isAdmin: true }) })
}

/** The bodies that were sent to a month's action, such as "close". */
export const sentTo = (action: string) =>
  calls.filter(({ method, url }) => method === "POST" && url.pathname.endsWith(`/${action}`)).map(({ body }) => body)
