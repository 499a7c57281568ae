/** The words of the ledger, for visitors and staff. */
import type { LedgerLine, Raised } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import { charity } from "~/shop/state/shop"

type Kind = LedgerLine["kind"]

/** What staff enter. Lines from the shop have their words in `text`. */
export const kindText = (kind: Kind): string =>
  ({
    cost: "Cost",
    paid_out: `Paid out to ${charity()}`,
    transfer: "Moved",
    tax_paid: "Sales tax paid",
    other: "Other",
  })[kind as string] ?? kind

/** What a line is: "Cost", or as the server says it, "Tickets and gifts". */
export const lineName = ({ derived, kind, text }: LedgerLine) => (derived ? text : kindText(kind))

/** Whether the line is shown, but changes nothing of what is left over. */
export const isBeside = ({ effect }: LedgerLine) => effect === 0

/** "$19.80", or "−$1.29" for what lowers what is left over */
export const lineAmount = (line: LedgerLine) => balanceText(isBeside(line) ? line.amount : line.effect)

/** "Cost −$40.00, Room" */
export const lineText = (line: LedgerLine) =>
  `${lineName(line)} ${lineAmount(line)}${line.derived ? "" : `, ${line.text}`}`

export const balanceText = (balance: number) => (balance < 0 ? `−${formatMoney(-balance)}` : formatMoney(balance))

/** "1,041 school lunches at $1.80 (USDA)" */
export function unitsText({ name, cost, count, source }: NonNullable<Raised["unit"]>): string {
  const from = source ? ` (${source})` : ""
  return `${count.toLocaleString("en-US")} ${name} at ${formatMoney(cost)}${from}`
}
