import type { HistoryEntry } from "~/common/api/types"
import { formatSum } from "~/common/lib/money"
import { capitalize, fullName } from "~/common/lib/text"

/** What the shop recorded, as people say it. The amount and the person follow: "Refunded, $12.00, by Sam Staff". */
const SENTENCES: Record<string, string> = {
  "order placed": "Ordered",
  "sold at the door": "Sold at the door",
  "paid in cash": "Paid in cash",
  "paid as a test": "Paid as a test, without money",
  "payment begun": "Payment begun at PayPal",
  "payment opened at PayPal": "Payment opened at PayPal",
  "payment asked for, its end not known yet": "PayPal was asked to pay and has not answered yet",
  "payment waiting at PayPal": "PayPal is checking the payment",
  "payment captured": "Paid by PayPal",
  "payment captured (a second one)": "Paid by PayPal a second time",
  "payment refused": "PayPal refused the payment",
  "payment denied": "PayPal denied the payment",
  "payment settled": "The shop recorded the payment",
  "refund requested": "Refund asked for",
  "refund pending": "The refund is on its way",
  "refund completed": "Refunded",
  "refund failed": "The refund failed",
  "reversal pending": "PayPal is taking the payment back",
  "reversal completed": "PayPal took the payment back",
  "reversal failed": "PayPal left the payment in the shop",
  "reversal recognized": "PayPal took it back: nobody refunded it",
  "reversal canceled": "PayPal gave the payment back",
  "order canceled": "Canceled",
  "order delivered": "Marked as delivered",
}

/** What staff decided about a payment that was in review. PayPal refuses payments, too. */
const DECISIONS: Record<string, string> = {
  "payment accepted": "Payment accepted",
  "payment refused": "Payment not accepted",
}

/** Seats that are returned without money are stored as refunds of nothing. */
const RETURNS: Record<string, string> = {
  "refund completed": "Seats put back on sale",
  "refund failed": "Seats booked again",
}

const SECOND = " (a second one)"

/** "Paid by PayPal, $27.60" */
export function historyText(entry: HistoryEntry): string {
  const { by, amount, currency } = entry
  const sum = amount ? formatSum({ amount, currency }) : ""
  return [sentenceOf(entry), sum, by && `by ${fullName(by)}`].filter(Boolean).join(", ")
}

function sentenceOf({ kind, did, amount }: HistoryEntry): string {
  const found = (kind === "audit" && DECISIONS[did]) || (amount === 0 && RETURNS[did]) || SENTENCES[did]
  if (found) return found
  const [first = did] = did.split(SECOND)
  return first === did ? capitalize(did) : `${SENTENCES[first] ?? capitalize(first)}, a second one`
}
