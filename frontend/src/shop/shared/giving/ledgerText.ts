/** The words of the ledger, for visitors and staff. */
import type { LedgerLine, LedgerMonth, Raised } from "~/common/api/types"
import { formatMoney, fromCents, toCents } from "~/common/lib/money"
import { charity } from "~/shop/state/shop"

type Kind = LedgerLine["kind"]

/** What staff enter. Lines from the shop have their words in `text`. */
export const kindText = (kind: Kind): string =>
  ({
    cost: "Cost",
    paid_out: `Paid out to ${charity()}`,
    transfer: "Moved to the bank",
    other: "Other",
  })[kind as string] ?? kind

/** What a line is: "Cost", or as the server says it, "Tickets and gifts". */
export const lineName = ({ derived, kind, text }: LedgerLine) => (derived ? text : kindText(kind))

const LOWERS: readonly Kind[] = ["refunds", "fees", "cost", "paid_out"]

/** Whether the line is shown, but is no part of the balance. */
export const isBeside = ({ kind }: LedgerLine) => kind === "sales_tax" || kind === "transfer"

/** What all months together received, after refunds and fees, what it cost, what was paid out, and what is left. */
export function sumMonths(months: readonly LedgerMonth[]) {
  let [received, costs, paidOut] = [0, 0, 0]
  for (const line of months.flatMap(({ lines }) => lines).filter((line) => !isBeside(line))) {
    const cents = toCents(line.amount)
    if (line.kind === "cost") costs += cents
    else if (line.kind === "paid_out") paidOut += cents
    else received += LOWERS.includes(line.kind) ? -cents : cents
  }
  return {
    received: fromCents(received),
    costs: fromCents(costs),
    paidOut: fromCents(paidOut),
    left: fromCents(received - costs - paidOut),
  }
}

/** "$19.80", or "−$1.29" for what lowers the balance */
export function lineAmount({ kind, amount }: LedgerLine): string {
  const change = LOWERS.includes(kind) ? -amount : amount
  return change < 0 ? `−${formatMoney(-change)}` : formatMoney(change)
}

/** "Cost −$40.00, Room" */
export const lineText = (line: LedgerLine) =>
  `${lineName(line)} ${lineAmount(line)}${line.derived ? "" : `, ${line.text}`}`

export const balanceText = (balance: number) => (balance < 0 ? `−${formatMoney(-balance)}` : formatMoney(balance))

/** "1,041 school lunches at $1.80 (USDA)" */
export function unitsText({ name, cost, count, source }: NonNullable<Raised["unit"]>): string {
  const from = source ? ` (${source})` : ""
  return `${count.toLocaleString("en-US")} ${name} at ${formatMoney(cost)}${from}`
}
