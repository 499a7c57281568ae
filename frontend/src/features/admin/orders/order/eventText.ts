import type { OrderEvent } from "~/api/queries/staff/orders"
import { capitalize } from "~/features/admin/orders/OrderMarks"
import { formatSum } from "~/lib/money"
import { fullName } from "~/lib/text"

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
  "reversal completed": "PayPal took the payment back",
  "reversal canceled": "PayPal gave the payment back",
  "order canceled": "Canceled",
  "order delivered": "Marked as delivered",
  "booking canceled": "Seats canceled",
  "booking moved": "Moved to another date",
  "booked by hand": "Booked by hand",
  "seats released": "Seats put back on sale",
  "pass split": "Ticket split",
  "pass replaced": "Code of the ticket replaced",
  "seat link revoked": "Link of a given seat withdrawn",
}

/** "Paid by PayPal, $27.60" */
export function eventText({ did, by, amount, currency }: OrderEvent): string {
  const sum = amount === null ? "" : formatSum({ amount, currency })
  return [SENTENCES[did] ?? capitalize(did), sum, by && `by ${fullName(by)}`].filter(Boolean).join(", ")
}
