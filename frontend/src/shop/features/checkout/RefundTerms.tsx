import { TermsRoom } from "./CheckoutBill"
import type { CartLine } from "~/shop/shared/cart/freshCart"
import { lineName } from "~/shop/shared/cart/useLineRemoval"
import { formatRefundPolicy } from "~/common/lib/refundPolicy"
import { serverNow } from "~/common/lib/time/serverClock"

/** A line of the cart, or of an order that isn't paid yet. */
export type LineWithTerms = Pick<CartLine, "key" | "name" | "bookingDate" | "subtotal" | "refundPolicy">

/** What the buyer gets back if they can't make it: one sentence, or one for each date if they differ. */
export default function RefundTerms({ lines }: { lines: readonly LineWithTerms[] }) {
  const terms = lines.map(termsOf)
  const [first] = terms
  if (lines.some(isUnknown)) return <TermsRoom lines={lines} />
  if (terms.every((text) => text === first)) return first && <p className="text-sm text-ink-2">{first}</p>
  return (
    <ul className="grid gap-1 text-sm text-ink-2">
      {lines.map(
        (line, index) =>
          terms[index] && (
            <li key={line.key}>
              {lineName(line)}: {terms[index]}
            </li>
          ),
      )}
    </ul>
  )
}

const isUnknown = ({ refundPolicy, subtotal }: LineWithTerms) => subtotal > 0 && !refundPolicy

/** "" for a line that is free */
function termsOf({ refundPolicy, bookingDate, subtotal }: LineWithTerms): string {
  if (!refundPolicy || !bookingDate) return ""
  return formatRefundPolicy(refundPolicy, { price: subtotal, startTime: bookingDate, now: serverNow() })
}
