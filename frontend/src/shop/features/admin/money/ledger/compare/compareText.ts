/** The words of the comparison with PayPal. */
import type { SettlementLine } from "~/common/api/types"
import { balanceText } from "~/shop/shared/giving/ledgerText"

type State = SettlementLine["state"]

/** States that have to be explained before the month can be closed, and their words. */
export const OPEN_STATES: readonly { state: State; heading: string; hint: string }[] = [
  { state: "only_paypal", heading: "Only at PayPal", hint: "The shop doesn't know these. Say what they are." },
  { state: "only_shop", heading: "Only in the shop", hint: "PayPal doesn't list these. Explain each one." },
  { state: "differs", heading: "Different amounts", hint: "Explain the difference." },
]

const KINDS: readonly [start: string, name: string][] = [
  ["T0013", "Gift made at PayPal"],
  ["T00", "Payment"],
  ["T11", "Refund or reversal"],
  ["T1202", "Returned chargeback"],
  ["T1208", "Returned chargeback"],
  ["T12", "Chargeback"],
  ["T04", "Withdrawal to the bank"],
]

/** "Chargeback (T1201)"; for what is only in the shop, which has no code, "Payment" or "Refund" */
export function movementText({ code, ours }: Pick<SettlementLine, "code" | "ours">): string {
  if (!code && ours) return ours.gross < 0 ? "Refund" : "Payment"
  const name = KINDS.find(([start]) => code.startsWith(start))?.[1] ?? "Movement"
  return code ? `${name} (${code})` : name
}

/** Which line of the ledger explains money that only PayPal knows. */
export function entryHint({ ours, theirs }: Pick<SettlementLine, "ours" | "theirs">): string | undefined {
  if (ours || !theirs || theirs.net === null) return undefined
  return `A line of ${balanceText(theirs.net)}, which is left after PayPal's fee. Enter it under “Costs and payouts” first.`
}
